import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Envelope } from '../../../src/api/wire/call.ts'
import { chineseText } from '../../../src/api/wire/chinese.ts'
import { type MessageKey, messages, Refusal } from '../../../src/api/wire/messages.ts'
import type { Clock } from '../clock.ts'
import type { Platform } from '../context.ts'
import { networkOf } from '../throttle.ts'
import { createAddresses } from './address.ts'
import { createAdmission } from './admission.ts'
import { basePathOf, withoutBase } from './base.ts'
import { isOwnHost } from './host.ts'
import { type Pages, servePages } from './pages.ts'
import { createRefusalLog, type RefusalLog, type Refused, refusedOf } from './refusals.ts'
import { endlessSlice, type TimeSlice } from './time-slice.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's network address. */
    address: string
    /** Time of arrival, in ms. */
    askedAt: number
    /** The error key of the refusal; undefined if not refused, or without a key. */
    refusedBy: string | undefined
    /** Whether the refusal has its own log line; undefined until known. */
    isRefusalWritten: boolean | undefined
  }
}

const BODY_BYTES_MAX = 64 * 1024
const REQUEST_MS_MAX = 30_000
/** Interval of the timeout check. */
const TIMEOUT_EVERY_MS = 5_000
const CLOSE_MS_MAX = 8_000
/** Maximum length of a refused path in the log, because the caller chooses it. */
const PATH_LENGTH_MAX = 200

/**
 * The HTTP server before any calls are added: accepted requests, request ids and logs, error answers, security headers on every answer, and
 * the pages if there are any.
 *
 * @param pages the built app
 * @param slice how long the thread may be busy at a time; unlimited by default
 */
export async function createHttp(
  { config, log, ids, clock }: Pick<Platform, 'config' | 'log' | 'ids' | 'clock'>,
  pages: Pages | undefined,
  slice: TimeSlice = endlessSlice,
): Promise<FastifyInstance> {
  const addressOf = createAddresses(config.TRUST_PROXY)
  const callerOf = (request: IncomingMessage) => networkOf(addressOf(request))
  const base = basePathOf(config.PUBLIC_URL)
  const app: FastifyInstance = Fastify({
    serverFactory: (handle, { keepAliveTimeout }) => {
      const admit = createAdmission(slice, clock, callerOf, handle)
      return createServer(
        {
          requestTimeout: REQUEST_MS_MAX,
          connectionsCheckingInterval: TIMEOUT_EVERY_MS,
          keepAliveTimeout: Number(keepAliveTimeout),
        },
        (request, response) => {
          request.url = withoutBase(request.url ?? '/', base)
          admit(request, response)
        },
      )
    },
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => ids(),
    bodyLimit: BODY_BYTES_MAX,
    // Nothing from a proxy is trusted but the client address, through createAddresses.
    trustProxy: false,
    exposeHeadRoutes: false,
    // Requests in progress are finished and answered at shutdown: see letGoAtTheEnd.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An unreadable path would be answered before any hook, without the security headers.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/api/-'),
    clientErrorHandler: answerNoRequest,
  })
  const refusals = createRefusalLog(clock, log)
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, refusals))
  app.setNotFoundHandler((request, reply) =>
    request.url.startsWith('/api/')
      ? refuse(reply, new Refusal('dataNotFound'))
      : reply.code(404).type('text/plain').send('Not found'),
  )
  app.decorateRequest('address', '')
  app.decorateRequest('askedAt', 0)
  app.decorateRequest('refusedBy', undefined)
  app.decorateRequest('isRefusalWritten', undefined)
  app.addHook('onRequest', async (request, reply) => {
    request.address = addressOf(request.raw)
    request.askedAt = clock.now()
    reply.header('x-request-id', request.id)
    // A proxy that compressed an answer would undo what keeps secrets from compression.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store, no-transform')
  })
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply, clock, refusals))
  app.addHook('onClose', async () => refusals.flush())
  letGoAtTheEnd(app, clock)
  await servePages(app, clock, pages)
  // The page's relative URLs need the slash.
  if (base !== '/') app.get(base.slice(0, -1), async (_, reply) => reply.redirect(base, 308))
  // Runs after the hook that sets the security headers.
  app.addHook('onRequest', async (request, reply) => {
    // Two Host headers are ambiguous: a proxy in front may have used the other one.
    const hosts = request.raw.rawHeaders.filter((name, place) => place % 2 === 0 && /^host$/i.test(name))
    if (hosts.length > 1) return refuse(reply, new Refusal('illegalRequest'))
    if (isOwnHost(request.raw, config.PUBLIC_URL)) return
    if (request.url.startsWith('/api/')) return refuse(reply, new Refusal('illegalRequest'), 421)
    return reply.code(421).type('text/plain').send('This server does not know itself by that name: PUBLIC_URL says it.')
  })
  app.removeContentTypeParser('text/plain')
  await app.register(formbody, { bodyLimit: BODY_BYTES_MAX })
  return app
}

/** At shutdown, each connection closes after its pending answer, and all close after a short timeout. */
function letGoAtTheEnd(app: FastifyInstance, clock: Clock): void {
  let closing = false
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    if (!app.server.listening) return
    app.server.once(
      'close',
      clock.after(CLOSE_MS_MAX, () => app.server.closeAllConnections()),
    )
  })
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** Whether this refusal has its own log line. */
function isWritten(request: FastifyRequest, refused: Refused, status: number, refusals: RefusalLog): boolean {
  request.isRefusalWritten ??= refusals.takes(refused, status >= 500)
  return request.isRefusalWritten
}

/** Writes and refusals are logged with the user; successful reads only at debug level. */
function logAnswer(request: FastifyRequest, reply: FastifyReply, clock: Clock, refusals: RefusalLog): void {
  const { method, address, log, userId: user } = request
  const [path] = request.url.split('?')
  const ms = clock.now() - request.askedAt
  const line = { method, path, status: reply.statusCode, ms, address, user }
  const refused = refusedOf(request, reply.statusCode)
  if (refused) {
    if (isWritten(request, refused, reply.statusCode, refusals))
      log.info({ ...line, path: path?.slice(0, PATH_LENGTH_MAX), ...refused }, 'refused')
  } else if (method === 'POST') log.info(line, 'answered')
  else log.debug(line, 'answered')
}

/** A handler's error: a refusal by its key, a rejected body, or any other error as a server error. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, refusals: RefusalLog) {
  if (error instanceof Refusal) {
    // The caller gets the error; an internal error is also ours to fix.
    if (statusOf(error) === 500) logFault(error, error.key, request, refusals)
    return refuse(reply, error)
  }
  const { statusCode = 500 } = error
  if (statusCode >= 400 && statusCode < 500) return refuse(reply, new Refusal('illegalRequest'), statusCode)
  logFault(error, 'serverError', request, refusals)
  return refuse(reply, new Refusal('serverError'))
}

function logFault(error: Error, key: MessageKey, request: FastifyRequest, refusals: RefusalLog): void {
  request.refusedBy = key
  const refused = refusedOf(request, 500)
  if (refused && isWritten(request, refused, 500, refusals)) request.log.error({ err: error }, 'a call failed')
}

const statusOf = ({ key }: Refusal): number => (messages[key] as { status?: number }).status ?? 500

function refuse(reply: FastifyReply, refusal: Refusal, httpStatus?: number) {
  const { key, params } = refusal
  const status = statusOf(refusal)
  reply.request.refusedBy = key
  const text = { message: chineseText(key, params), key, params }
  if (status === 429 && params.seconds) reply.header('retry-after', params.seconds)
  return status === 999
    ? reply.code(401).send({ type: 999, code: 999, ...text } satisfies Envelope)
    : reply.code(httpStatus ?? status).send({ type: 'error', code: 0, ...text } satisfies Envelope)
}

const STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Invalid HTTP, or a connection without a request. */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const head = [
    `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
    'Connection: close',
    'Content-Length: 0',
    "Content-Security-Policy: default-src 'none'",
    'X-Content-Type-Options: nosniff',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy())
}
