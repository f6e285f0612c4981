import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Refusal } from '../../src/api/wire/messages.ts'
import { nowSeconds } from '../platform/clock.ts'
import { OperatorError } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import { basePathOf } from '../platform/http/base.ts'
import { createHttp } from '../platform/http/http.ts'
import { isOwnOrigin } from '../platform/http/origin.ts'
import type { Passwords } from '../security/module.ts'
import { commandsOf, countWaiting, describe, NotAllowedError, performAct } from './act.ts'
import { ACT_BYTES_MAX, actInput, signInInput } from './input.ts'
import { type AtWork, authenticateOperator, endAdminSession, SESSION_SECONDS_MAX } from './sessions.ts'
import { signInOperator } from './sign-in.ts'

/** Its path hides it from the users' app on another port of the same host, because cookies ignore ports. */
const COOKIE = 'desk'
/** Identifies a browser that has signed an operator in. It is not a session. */
const DEVICE_COOKIE = 'desk-device'
const DEVICE_SECONDS = 365 * 24 * 3600
const PATH = '/desk'
const PICTURE_USE = 'desk picture'

/**
 * The admin console: a separate HTTP server with its own page and sessions, independent of the users’.
 *
 * @param pages the folder of its built page
 */
export async function createAdmin(
  platform: Platform,
  { passwords, pages }: { passwords: Passwords; pages: string | undefined },
): Promise<FastifyInstance> {
  const { ADMIN_URL } = platform.config
  const config = { ...platform.config, PUBLIC_URL: ADMIN_URL }
  const http = await createHttp({ ...platform, config }, pages === undefined ? undefined : { folder: pages })
  const publicPath = basePathOf(ADMIN_URL) + PATH.slice(1)
  const isSecure = ADMIN_URL?.startsWith('https:') ?? false
  const cookie = (name: string, value: string, seconds: number) =>
    [
      `${name}=${value}`,
      `Path=${publicPath}`,
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')

  http.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${PATH}/`)) return
    reply.header('cache-control', 'no-store')
    if (!isFromAdminPage(request, ADMIN_URL)) return refuse(reply, 403, 'this does not come from the admin console')
  })

  const operatorOf = async (request: FastifyRequest, stays: boolean): Promise<AtWork | undefined> => {
    for (const token of tokensOf(request)) {
      const operator = await authenticateOperator(platform, token, stays)
      if (operator) return operator
    }
    return undefined
  }

  /** @throws Refusal `signInRequired` */
  const atWork = async (request: FastifyRequest, stays = true): Promise<AtWork> => {
    const operator = await operatorOf(request, stays)
    if (!operator) throw new Refusal('signInRequired')
    return operator
  }

  const endSessionOf = async (request: FastifyRequest): Promise<void> => {
    const operator = await operatorOf(request, false)
    if (operator) await endAdminSession(platform, operator)
  }

  http.post(`${PATH}/sign-in`, async (request, reply) => {
    const input = v.safeParse(signInInput, request.body)
    if (!input.success) return refuse(reply, 422, WRONG)
    try {
      const from = { address: request.address, device: deviceOf(request) }
      const { token, device } = await signInOperator({ platform, passwords }, { ...input.output, ...from })
      await endSessionOf(request)
      const cookies = [cookie(COOKIE, token, SESSION_SECONDS_MAX), cookie(DEVICE_COOKIE, device, DEVICE_SECONDS)]
      return await reply.header('set-cookie', cookies).send({})
    } catch (error) {
      return refuseBy(error, reply)
    }
  })

  http.post(`${PATH}/sign-out`, async (request, reply) => {
    await endSessionOf(request)
    return reply.header('set-cookie', cookie(COOKIE, '', 0)).send({})
  })

  http.get(`${PATH}/me`, async (request, reply) => {
    try {
      const operator = await atWork(request)
      const { name, roles } = operator
      const secondPerson = config.ADMIN_SECOND_PERSON === 'yes'
      return await reply.send({ name, roles, secondPerson, commands: commandsOf(platform, operator).map(describe) })
    } catch (error) {
      return refuseBy(error, reply)
    }
  })

  // The page's automatic requests do not count as activity.
  http.get(`${PATH}/waiting`, async (request, reply) => {
    try {
      const rows = await countWaiting(platform, await atWork(request, false))
      return await reply.send({ rows, pictures: {}, at: nowSeconds(platform.clock) })
    } catch (error) {
      return refuseBy(error, reply)
    }
  })

  http.post(`${PATH}/act`, { bodyLimit: ACT_BYTES_MAX }, async (request, reply) => {
    try {
      const input = v.safeParse(actInput, request.body)
      const operator = await atWork(request, !(input.success && input.output.quiet))
      if (!input.success) return refuse(reply, 422, 'that cannot be read, or is too long')
      const place = (stored: string) =>
        `${publicPath}/picture/${platform.vault.seal(PICTURE_USE, operator.tokenHash, stored)}`
      const done = await performAct(platform, operator, input.output, place)
      request.log.info({ operator: operator.name, command: input.output.command }, 'in the admin console')
      return await reply.send(done)
    } catch (error) {
      return refuseBy(error, reply)
    }
  })

  http.get<{ Params: { sealed: string } }>(`${PATH}/picture/:sealed`, async (request, reply) => {
    try {
      const { tokenHash } = await atWork(request)
      const bytes = await platform.store.get(platform.vault.open(PICTURE_USE, tokenHash, request.params.sealed))
      if (bytes) return await reply.type('image/jpeg').send(Buffer.from(bytes))
    } catch (error) {
      if (error instanceof Refusal) return refuseBy(error, reply)
      request.log.debug({ err: error }, 'a picture could not be shown')
    }
    return refuse(reply, 404, 'there is no such picture')
  })
  return http
}

/**
 * Whether a request comes from the admin console’s own page. If a browser states its origin, that must be ours, for reads too. A change
 * must be JSON with an origin, which no form of another page can send.
 */
function isFromAdminPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { 'sec-fetch-site': site = 'same-origin', origin, 'content-type': type = '' } = request.headers
  if (site !== 'same-origin' || !isOwnOrigin(request.raw, publicUrl)) return false
  return request.method === 'GET' || (origin !== undefined && type.startsWith('application/json'))
}

const TOKENS_MAX = 4

/** The candidates for the token: another page of this host can plant a cookie of the same name, which browsers may send first. */
const tokensOf = ({ headers }: FastifyRequest): string[] =>
  [...(headers.cookie ?? '').matchAll(/(?:^|;\s*)desk=([\w-]{20,64})(?=;|$)/g)]
    .map(([, token = '']) => token)
    .slice(0, TOKENS_MAX)

/** The device token of an earlier sign-in. */
const deviceOf = ({ headers }: FastifyRequest): string | undefined =>
  /(?:^|;\s*)desk-device=([\w.=-]{20,400})(?=;|$)/.exec(headers.cookie ?? '')?.[1]

const WRONG = 'name, password or code are not right'

const refuse = (reply: FastifyReply, status: number, error: string, code?: string) =>
  reply.code(status).send({ error, code })

/** Answers with the reason in one line; an internal error is logged. */
function refuseBy(error: unknown, reply: FastifyReply) {
  if (error instanceof NotAllowedError) return refuse(reply, 403, 'you may not do that')
  if (error instanceof OperatorError) return refuse(reply, 422, error.message, error.code)
  if (!(error instanceof Refusal)) throw error
  reply.request.refusedBy = error.key
  if (error.key === 'signInRequired') return refuse(reply, 401, 'sign in')
  if (error.key === 'wrongPassword') return refuse(reply, 422, WRONG)
  if (error.key === 'tooManyRequests') {
    const seconds = error.params.seconds ?? '60'
    return refuse(reply.header('retry-after', seconds), 429, `too many tries: wait ${seconds} seconds`)
  }
  return refuse(reply, 422, error.key)
}
