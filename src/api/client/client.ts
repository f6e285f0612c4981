import { getDotPath, type InferInput, safeParse } from 'valibot'
import { CAPTCHA_HEADER } from '../../rules/account/captcha.ts'
import { CallFailed, refusalOf } from '../wire/answer.ts'
import type { Call, Envelope, Output } from '../wire/call.ts'
import type { Lang } from '../wire/fields.ts'
import type { MessageKey, MessageParams } from '../wire/messages.ts'

/** Timeout of a request, in ms. */
export const REQUEST_TIMEOUT_MS = 60_000

/** The content of a notice: a message of the catalogue, or the server's literal text if the catalogue has none. */
export type AnswerNotice = { key: MessageKey; params: MessageParams } | { text: string }

/** Sends a form by POST, and reports its progress from 0 to 1. Returns the answer's body as text. */
export type SendForm = (
  url: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
) => Promise<string>

export type ClientOptions = {
  fetch: typeof fetch
  /** For calls with a file. */
  sendForm: SendForm
  /** The stored token, or null. */
  getToken(): string | null
  /** The stored language. */
  getLang(): Lang
  /** Shows a notice, for as long as notices show. */
  notify(notice: AnswerNotice): void
  /** The session is dead: log out and redirect. Called after the notice. */
  onSessionDead(): void
  /** 1 when a request begins, -1 when it ends, successful or not. */
  onLoading(change: 1 | -1): void
  timeoutMs?: number
}

export type CallOptions = {
  /** Aborts the request. */
  signal?: AbortSignal
  /** A background request: no loading indicator, and no notice except that of a dead session. */
  quiet?: boolean
  /** Whether the caller shows a refusal in place: then there is no notice, except that of a dead session or a frozen account. */
  inPlace?(): boolean
  /** Whether the caller solves a required captcha itself: then that refusal shows no notice. */
  solves?: boolean
  /** The call's file, if any. */
  file?: Blob
  /** Upload progress, from 0 to 1. */
  onProgress?(done: number): void
}

export type Client = {
  /**
   * Sends a call and returns its answer, a success or a refusal. A refusal has then been shown, or the caller shows it.
   *
   * @throws CallFailed without an answer
   */
  call<C extends Call>(call: C, input: InferInput<C['input']>, options?: CallOptions): Promise<Envelope<Output<C>>>
}

/** The only request helper. It is independent of React, storage and the session, which are injected. */
export function createClient(options: ClientOptions): Client {
  const {
    fetch,
    sendForm,
    getToken,
    getLang,
    notify,
    onSessionDead,
    onLoading,
    timeoutMs = REQUEST_TIMEOUT_MS,
  } = options

  /** Reacts to an answer by notices. `isSaid`: something else shows a refusal. */
  const react = (answer: Envelope, stillOurs: boolean, isSaid: boolean) => {
    const refusal = refusalOf(answer)
    if (!refusal) return
    const { key, params, text } = refusal
    const notice = key ? { key, params } : { text }
    if (answer.type !== 999) {
      if (!isSaid || key === 'accountFrozen') notify(notice)
    } else if (stillOurs) {
      notify(notice)
      onSessionDead()
    }
  }

  return {
    call: async (call, input, { signal, quiet = false, inPlace, solves = false, file, onProgress = () => {} } = {}) => {
      const token = call.token ? getToken() : null
      const fields = { lang: getLang(), ...(input as Fields) }
      const transport = async (signal: AbortSignal): Promise<unknown> => {
        if (call.file) {
          const { captcha, ...rest } = fields as Fields
          const headers = {
            Accept: 'application/json',
            ...(token !== null && { Authorization: token }),
            ...(typeof captcha === 'string' && { [CAPTCHA_HEADER]: captcha }),
          }
          return JSON.parse(await sendForm(`api/${call.path}`, formWith(rest, file), headers, onProgress, signal))
        }
        const [url, init] = buildRequest(call, fields, token)
        return (await fetch(url, { ...init, signal })).json()
      }
      if (!quiet) onLoading(1)
      try {
        const answer = await readAnswer(await send(transport, call.path, timeoutMs, signal))
        if (!answer) throw new CallFailed('unreadable', call.path)
        checkAnswer(call, answer)
        // A call of a session that was replaced meanwhile must not end the new one.
        const isSaid = quiet || inPlace?.() === true || (solves && wantsCaptcha(answer))
        react(answer, !call.token || getToken() === token, isSaid)
        return answer as Envelope<Output<typeof call>>
      } finally {
        if (!quiet) onLoading(-1)
      }
    },
  }
}

type Fields = Record<string, unknown>

/**
 * A client that continues past a rate limit: it solves the server's proof of work, and retries the call.
 *
 * @param solve the solution; loaded when it is first needed
 */
export const solving = (client: Client, solve: (client: Client, signal?: AbortSignal) => Promise<string>): Client => ({
  call: async (call, input, options = {}) => {
    const answer = await client.call(call, input, { ...options, solves: true })
    if (!wantsCaptcha(answer)) return answer
    const solved = { ...(input as Fields), captcha: await solve(client, options.signal) }
    return client.call(call, solved as typeof input, options)
  },
})

/** Whether a refusal can be overcome by a captcha. */
const wantsCaptcha = (answer: Envelope): boolean => {
  const refusal = refusalOf(answer)
  return refusal?.key === 'tooManyRequests' && refusal.params.captcha !== undefined
}

function buildRequest(call: Call, fields: Fields, token: string | null): [url: string, init: RequestInit] {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token !== null) headers.Authorization = token
  const base = `api/${call.path}`
  if (call.method === 'GET') return [`${base}?${formOf(fields)}`, { headers }]
  headers['Content-Type'] = token === null ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = token === null ? formOf(fields).toString() : JSON.stringify(fields)
  return [base, { method: call.method, headers, body }]
}

function formOf(fields: Fields): URLSearchParams {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)]))
}

/** The fields, and after them the file. */
function formWith(fields: Fields, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of formOf(fields)) form.append(name, value)
  if (file) form.append('file', file, 'file')
  return form
}

/** The body of the answer as JSON. The time-out covers the body too. */
async function send(
  transport: (signal: AbortSignal) => Promise<unknown>,
  path: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    giveUp()
  }, timeoutMs)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  try {
    return await transport(controller.signal)
  } catch (error) {
    if (timedOut) throw new CallFailed('timeout', path, error)
    if (signal?.aborted) throw new CallFailed('aborted', path, error)
    throw new CallFailed(error instanceof SyntaxError ? 'unreadable' : 'network', path, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/**
 * Parses a server's answer to an envelope, and looks up its message if it has no known key. The catalogue is loaded with the first refusal,
 * its Chinese texts with the first one without a known key; if they cannot be loaded, the literal text is used.
 */
async function readAnswer(body: unknown): Promise<Envelope | undefined> {
  if (typeof body !== 'object' || body === null) return undefined
  const { type, code, message, key, params } = body as Fields
  if (type === undefined && code === undefined) return undefined
  if (type === 'ok' || code === 1) return { type: 'ok', code: 1, message }
  const text = typeof message === 'string' ? message : ''
  const catalogue = await import('../wire/messages.ts').catch(() => undefined)
  const found = catalogue?.isMessageKey(key)
    ? { key, params: isTexts(params) ? params : {} }
    : (await import('../wire/lookup.ts').catch(() => undefined))?.findMessage(text)
  // A refusal without a text still needs a message.
  const said = found ?? (text.trim() === '' ? { key: 'serverError' as const, params: {} } : {})
  return String(type) === '999' || code === 999
    ? { type: 999, code: 999, message: text, ...said }
    : { type: 'error', code: 0, message: text, ...said }
}

const isTexts = (value: unknown): value is MessageParams =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

/**
 * Callers rely on the declared schema of a success: anything else would break machines far from here.
 *
 * @throws CallFailed whose cause names where the answer violates the call's schema
 */
function checkAnswer({ path, output }: Call, answer: Envelope): void {
  if (answer.type !== 'ok') return
  const { issues } = safeParse(output, answer.message, { abortEarly: true })
  if (!issues) return
  const [issue] = issues
  throw new CallFailed('unreadable', path, new TypeError(`${getDotPath(issue) ?? 'message'}: ${issue.message}`))
}
