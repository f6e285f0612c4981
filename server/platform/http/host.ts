import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../loopback.ts'

/**
 * Whether a request's host is ours. A page elsewhere can point its own name at this machine (DNS rebinding), and would then count as our
 * page in the user's browser.
 *
 * With PUBLIC_URL a proxy in front checks this. Without it, our names are those that can only lead to the requesting machine, and the
 * address at which the request arrived.
 */
export function isOwnHost({ headers: { host }, socket }: IncomingMessage, publicUrl: string | undefined): boolean {
  // Every browser sends it.
  if (publicUrl !== undefined || host === undefined) return true
  const hostname = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return isLoopback(hostname) || hostname === socket.localAddress?.replace(/^::ffff:/, '')
}
