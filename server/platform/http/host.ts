import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../loopback.ts'

/**
 * Whether a request asks for a name of ours. A page elsewhere can have its own name lead to this machine (DNS rebinding),
 * and would then count as our page in the browser of whoever is at it.
 *
 * With PUBLIC_URL a proxy stands before us, and sees to that. Without, our names are those that lead nowhere but to the
 * machine that asks, and the address itself at which the request arrived.
 */
export function isOwnHost({ headers: { host }, socket }: IncomingMessage, publicUrl: string | undefined): boolean {
  // No browser leaves it out.
  if (publicUrl !== undefined || host === undefined) return true
  const hostname = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return isLoopback(hostname) || hostname === socket.localAddress?.replace(/^::ffff:/, '')
}
