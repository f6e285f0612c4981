import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Calls this server by POST over HTTP, as any client would; `undefined` while it is not listening.
 *
 * @returns the status of the answer
 */
export type Loopback = () =>
  | ((path: string, body: string, headers: Record<string, string>) => Promise<number>)
  | undefined

const ANSWER_MS_MAX = 10_000
/** A wildcard address includes loopback. */
const here: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Through the socket that the server listens on. */
export const loopbackOver =
  ({ server }: FastifyInstance): Loopback =>
  () => {
    const listening = server.address()
    if (listening === null || typeof listening === 'string') return undefined
    const host = here[listening.address] ?? listening.address
    const base = `http://${isIPv6(host) ? `[${host}]` : host}:${listening.port}/api/`
    return async (path, body, headers) => {
      const signal = AbortSignal.timeout(ANSWER_MS_MAX)
      const answer = await fetch(`${base}${path}`, { method: 'POST', body, headers, signal })
      await answer.arrayBuffer()
      return answer.status
    }
  }
