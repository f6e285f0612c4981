import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from our own page. A page of another site sends its own origin; a client that is not a browser sends none.
 *
 * @param publicUrl PUBLIC_URL; without it our page is on the requested host
 */
export function isOwnOrigin({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return publicUrl === undefined ? URL.parse(origin)?.host === host : origin === new URL(publicUrl).origin
}
