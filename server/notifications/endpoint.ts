import { ECDH } from 'node:crypto'
import type { PushSubscriptionKeys } from '../../src/api/notifications.ts'
import { isLoopback } from '../platform/loopback.ts'

/** The push services of the browsers. A name that begins with a dot stands for every name below it. */
const services = [
  // Chrome, and what is made of Chromium.
  'fcm.googleapis.com',
  // Firefox.
  '.push.services.mozilla.com',
  // Edge.
  '.notify.windows.com',
  // Safari.
  'web.push.apple.com',
  '.push.apple.com',
]

const isOf = (host: string, service: string) => (service.startsWith('.') ? host.endsWith(service) : host === service)

/**
 * The address at which a browser is told by push, where it is one of a push service: of a browser's maker, over TLS and the
 * usual port, or of one that the operator named. Of these, one on this very machine needs no TLS.
 *
 * A browser gives the address, and so may anybody: without the list this server would ask whatever a stranger names.
 *
 * @param own what PUSH_HOSTS names
 */
export function readEndpoint(text: string, own: readonly string[]): URL | undefined {
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (isOwn(url, own))
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url : undefined
  if (url.protocol !== 'https:' || url.port !== '') return undefined
  return services.some((service) => isOf(url.hostname, service)) ? url : undefined
}

/** Whether the operator named it: it may have a private address. */
export const isOwn = ({ host }: URL, own: readonly string[]): boolean => own.includes(host)

/** Whether something can be sealed to a browser's keys: a point of P-256, uncompressed, and 16 bytes (RFC 8291). */
export function isSealable({ p256dh, auth }: PushSubscriptionKeys['keys']): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  try {
    const isPoint = point[0] === 4 && ECDH.convertKey(point, 'prime256v1').length > 0
    return isPoint && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}
