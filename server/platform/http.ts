import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Envelope } from '../../src/api/call.ts'
import { type Lang, lang } from '../../src/api/fields.ts'
import { chineseText, type MessageKey, messages, Refusal } from '../../src/api/messages.ts'
import type { Platform } from './context.ts'
import { once } from './requests.ts'
import type { Route, Session } from './route.ts'
import { commit } from './unit.ts'

/** Calls a minute that one network address may make, over all calls. Single calls have narrower limits of their own. */
export const CALLS_A_MINUTE = 1_200

export type HttpOptions = {
  /** @throws Refusal `accountFrozen` */
  authenticate(token: string): Promise<Session | undefined>
  /** @throws Refusal `tooManyRequests` */
  admit(address: string): Promise<void>
  /** Whether answers are checked against their schema: in tests and development. */
  checkAnswers: boolean
}

/** Serves each call at its path below /api/. */
export function serveCalls(
  app: FastifyInstance,
  platform: Platform,
  routes: readonly Route[],
  { authenticate, admit, checkAnswers }: HttpOptions,
): void {
  for (const { call, handle } of routes) {
    app.route({
      method: call.method,
      url: `/api/${call.path}`,
      handler: async (request, reply) => {
        const address = request.ip
        await admit(address)
        const raw = rawInput(request)
        const handled = {
          lang: readLang(raw),
          address,
          platform,
          request,
          ...(call.token && { session: await readSession(request, authenticate) }),
        }
        const input = readInput(call.input, raw)
        const { session } = handled
        const answer =
          call.once && session
            ? await commit(platform, (unit) =>
                once(unit, session.userId, call.path, input as { requestId: string }, () =>
                  handle({ ...handled, input, unit }),
                ),
              )
            : await handle({ ...handled, input })
        if (checkAnswers) v.assert(call.output, answer)
        return reply.send({ type: 'ok', code: 1, message: answer } satisfies Envelope)
      },
    })
  }
}

function rawInput(request: FastifyRequest): Record<string, unknown> {
  const raw = request.method === 'GET' ? request.query : (request.body ?? {})
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new Refusal('parameterError')
  return { ...raw }
}

const readLang = (raw: Record<string, unknown>): Lang => (v.is(lang, raw.lang) ? raw.lang : 'en')

async function readSession(request: FastifyRequest, authenticate: HttpOptions['authenticate']): Promise<Session> {
  const token = request.headers.authorization
  const session = token ? await authenticate(token) : undefined
  if (!session) throw new Refusal('signInRequired')
  return session
}

function readInput(schema: Route['call']['input'], raw: Record<string, unknown>): Record<string, unknown> {
  const result = v.safeParse(schema, raw, { abortEarly: true })
  if (result.success) return result.output as Record<string, unknown>
  const [issue] = result.issues
  // A schema may name the refusal that its rule deserves.
  if (isMessageKey(issue.message)) throw new Refusal(issue.message)
  const field = v.getDotPath(issue) ?? ''
  throw new Refusal(issue.input === undefined ? 'missingParameters' : 'parameterError', { field })
}

const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(messages, text)

/** Answers what a handler threw: a refusal by its key, a body that Fastify refused, or anything else as a server error. */
export function serveErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof Refusal ? error : asRefusal(error)
    if (!(error instanceof Refusal) && refusal.key === 'serverError') request.log.error({ err: error }, 'a call failed')
    return refuse(reply, refusal)
  })
  app.setNotFoundHandler((request, reply) =>
    request.url.startsWith('/api/')
      ? refuse(reply, new Refusal('dataNotFound'))
      : reply.code(404).type('text/plain').send('Not found'),
  )
}

function asRefusal(error: FastifyError): Refusal {
  const status = error.statusCode ?? 500
  return new Refusal(status >= 400 && status < 500 ? 'illegalRequest' : 'serverError')
}

function refuse(reply: FastifyReply, { key, params }: Refusal) {
  const { status } = messages[key] as { status?: number }
  const text = { message: chineseText(key, params), key, params }
  if (key === 'tooManyRequests' && params.seconds) reply.header('retry-after', params.seconds)
  return status === 999
    ? reply.code(401).send({ type: 999, code: 999, ...text } satisfies Envelope)
    : reply.code(status ?? 500).send({ type: 'error', code: 0, ...text } satisfies Envelope)
}
