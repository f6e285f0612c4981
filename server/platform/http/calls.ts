import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Envelope } from '../../../src/api/wire/call.ts'
import { captcha as captchaField, type Lang, lang } from '../../../src/api/wire/fields.ts'
import { type MessageKey, messages, Refusal } from '../../../src/api/wire/messages.ts'
import { CAPTCHA_HEADER } from '../../../src/rules/account/captcha.ts'
import { PHOTO_BYTES_MAX } from '../../../src/rules/account/photos.ts'
import type { Platform } from '../context.ts'
import type { Spool } from '../store/spool.ts'
import { admit, admitAll, countsFrom, type Limit } from '../throttle.ts'
import { readFrom } from '../unit/defer.ts'
import { commitFor } from '../unit/group.ts'
import { answeredBefore, once, prefetchRequest } from '../unit/requests.ts'
import type { Unit } from '../unit/unit.ts'
import { compressAnswer } from './compression.ts'
import { receiveForm, takeForms } from './form.ts'
import { isOwnOrigin } from './origin.ts'
import { requirePlain } from './plain-input.ts'
import { createReceiving } from './receiving.ts'
import { type Act, type Asked, Ready, type Route, type Session } from './route.ts'
import { type Acting, letIn, requireAll } from './rules.ts'

/** Limit of one network address over all calls, in points. Some calls have narrower limits of their own. */
export const callsLimit: Limit = { name: 'calls', points: 1_200, seconds: 60 }
/** Limit of one user over all calls, in points, from any address and over all sessions. */
export const personLimit: Limit = { name: 'calls of a person', points: 1_200, seconds: 60 }

declare module 'fastify' {
  interface FastifyContextConfig {
    signed?: boolean
  }
  interface FastifyRequest {
    /** The caller, for the log; undefined without a session. */
    userId: string | undefined
  }
}

export type CallOptions = {
  /** @throws Refusal `accountFrozen` */
  authenticate(token: string): Promise<Session | undefined>
  /** Whether answers are validated against their schema: in tests and development. */
  checkAnswers: boolean
  /** Where uploaded files are stored temporarily. */
  spool: Spool
}

/** Serves each call at its path below /api/. */
export async function serveCalls(
  app: FastifyInstance,
  platform: Platform,
  routes: readonly Route[],
  options: CallOptions,
): Promise<void> {
  app.decorateRequest('userId', undefined)
  keepSignedBodies(app)
  serve(
    app,
    platform,
    routes.filter(({ call }) => !call.file),
    options,
  )
  // Other routes reject a form with a file.
  await app.register(async (forms) => {
    await takeForms(forms, PHOTO_BYTES_MAX)
    serve(
      forms,
      platform,
      routes.filter(({ call }) => call.file),
      options,
    )
  })
}

/** A signature covers the body exactly as sent. */
function keepSignedBodies(app: FastifyInstance): void {
  app.decorateRequest('rawBody', '')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.signed) request.rawBody = String(body)
    parse(request, String(body), done)
  })
}

function serve(
  app: FastifyInstance,
  platform: Platform,
  routes: readonly Route[],
  { authenticate, checkAnswers, spool }: CallOptions,
): void {
  const receiving = createReceiving()
  for (const route of routes) {
    const { call } = route
    app.route({
      method: call.method,
      url: `/api/${call.path}`,
      config: { signed: call.signed },
      ...(call.compressed && { onSend: compressAnswer }),
      handler: async (request, reply) => {
        // Defence in depth: a call already needs a token, which no other origin has.
        if (call.method === 'POST' && !isOwnOrigin(request.raw, platform.config.PUBLIC_URL)) {
          throw new Refusal('unauthorizedOperation')
        }
        await admitAll(platform.throttle, countsFrom(callsLimit, request.address))
        const session = call.token ? await readSession(request, authenticate) : undefined
        request.userId = session?.userId
        const came = { platform, request, address: request.address, file: '', ...(session && { session }) }
        const answer =
          call.file && session
            ? await receiving.during({ userId: session.userId, address: request.address }, () =>
                answerFile(route, { ...came, reply, spool }),
              )
            : await answerOf(route, came, rawInput(request))
        if (checkAnswers) checkAnswer(route, answer)
        if (call.download) reply.header('content-disposition', `attachment; filename="${call.download}"`)
        if (answer instanceof Ready) {
          return reply.type('application/json; charset=utf-8').send(`{"type":"ok","code":1,"message":${answer.json}}`)
        }
        return reply.send({ type: 'ok', code: 1, message: answer } satisfies Envelope)
      },
    })
  }
}

/** A call before its input is parsed. */
type Came = Omit<Asked, 'input' | 'lang'>

async function answerOf(route: Route, came: Came, raw: Record<string, unknown>): Promise<unknown> {
  const asked = readAsked(route, came, raw)
  const act = actOf(route.acts, asked.input)
  await weigh(act, asked)
  return answerAs(route, act, asked, await letIn(act, asked))
}

/** A user who may not send a file, or has sent too many, is refused before any of it is read. */
async function answerFile(
  route: Route,
  { reply, spool, ...came }: Came & { reply: FastifyReply; spool: Spool },
): Promise<unknown> {
  const act = actOf(route.acts, {})
  const before = { ...came, input: headerInput(came.request), lang: readLang({}) }
  await weigh(act, before)
  const acting = await letIn(act, before)
  return receiveForm({ request: came.request, reply, spool, bytesMax: PHOTO_BYTES_MAX }, ({ raw, file }) =>
    answerAs(route, act, { ...readAsked(route, came, raw), file }, acting),
  )
}

/** Input that is checked before a form is read: a solved captcha is sent as a header. */
function headerInput({ headers }: FastifyRequest): Record<string, unknown> {
  const captcha = headers[CAPTCHA_HEADER]
  return typeof captcha === 'string' && v.is(captchaField, captcha) ? { captcha } : {}
}

const readAsked = ({ call }: Route, came: Came, raw: Record<string, unknown>): Asked => ({
  ...came,
  input: readInput(call, raw),
  lang: readLang(raw),
})

async function answerAs(
  { call }: Route,
  act: Act,
  asked: Asked,
  { seal, ...acting }: Acting & { seal(): void },
): Promise<unknown> {
  const { platform, session } = asked
  if (!call.once || !session) {
    const answer = await act.handle({ ...asked, ...acting })
    seal()
    return answer
  }
  const { userId } = session
  const { proof } = act.rules
  const { requestId } = asked.input as { requestId: string }
  const said = { ...without(asked.input, proof?.secrets), requestId }
  if (proof) {
    const before = await answeredBefore(platform, userId, call.path, said)
    if (before) return before.answer
    await requireAll(act, asked, readFrom(platform))
    await acting.prove()
  }
  const work = (unit: Unit) =>
    once(unit, userId, call.path, said, async () => {
      await requireAll(act, asked, unit)
      await proof?.take?.(unit, session, asked.input)
      return act.handle({ ...asked, ...acting, unit })
    })
  const prefetch = [prefetchRequest(userId, requestId), ...(act.rules.prefetch?.(asked) ?? [])]
  return commitFor(platform, userId, work, { prefetch })
}

const without = (input: Record<string, unknown>, fields: readonly string[] = []) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !fields.includes(name)))

/** Charges a call's cost to its address, which has already paid one point, and to its user. */
async function weigh({ rules }: Act, { input, address, session, platform: { throttle } }: Asked): Promise<void> {
  const cost = rules.cost?.(input) ?? 1
  await Promise.all([
    cost > 1 && admitAll(throttle, countsFrom(callsLimit, address), cost - 1),
    session && admit(throttle, personLimit, session.userId, cost),
  ])
}

function actOf(acts: Route['acts'], { action }: Record<string, unknown>): Act {
  const act = acts[''] ?? acts[String(action)]
  if (!act) throw new Error('an action of a call has no route')
  return act
}

function rawInput(request: FastifyRequest): Record<string, unknown> {
  const { query, body = {} } = request
  const raw: unknown = request.method === 'GET' ? query : body
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new Refusal('parameterError')
  return { ...raw }
}

/** An unknown language falls back to English; a value that is not text is refused, as for any other parameter. */
function readLang({ lang: given = 'en' }: Record<string, unknown>): Lang {
  if (typeof given !== 'string' || given.includes('\0')) throw new Refusal('parameterError', { field: 'lang' })
  return v.is(lang, given) ? given : 'en'
}

async function readSession(request: FastifyRequest, authenticate: CallOptions['authenticate']): Promise<Session> {
  const token = request.headers.authorization
  const session = token ? await authenticate(token) : undefined
  if (!session) throw new Refusal('signInRequired')
  return session
}

function readInput(call: Route['call'], raw: Record<string, unknown>): Record<string, unknown> {
  const result = v.safeParse(call.input, raw, { abortEarly: true })
  if (result.success) {
    requirePlain(call, result.output)
    return result.output as Record<string, unknown>
  }
  const [issue] = result.issues
  // A schema may name the error key of a rule.
  if (isMessageKey(issue.message)) throw new Refusal(issue.message)
  const field = v.getDotPath(issue) ?? ''
  throw new Refusal(issue.input === undefined ? 'missingParameters' : 'parameterError', { field })
}

const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(messages, text)

/** @throws Error that names the field and not its value, which may be secret */
function checkAnswer({ call }: Route, answer: unknown): void {
  const value: unknown = answer instanceof Ready ? JSON.parse(answer.json) : answer
  const result = v.safeParse(call.output, value, { abortEarly: true })
  if (result.success) return
  const [issue] = result.issues
  throw new Error(`${call.path}: the answer is not as declared: ${v.getDotPath(issue) ?? 'message'} (${issue.type})`)
}
