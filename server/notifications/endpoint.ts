import { ECDH } from 'node:crypto'
import type { PushSubscriptionKeys } from '../../src/api/account/notifications.ts'
import { isLoopback } from '../platform/loopback.ts'

/** The browsers' push services. A leading dot matches every subdomain. */
const services = [
  // Chrome, and other browsers based on Chromium.
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
 * A browser's push endpoint, if it belongs to a push service: of a browser maker, over TLS on the default port, or a host from the
 * operator. One on this machine needs no TLS.
 *
 * The browser, and so anyone, supplies the address: without the list this server would send requests to any address.
 *
 * @param own from PUSH_HOSTS
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

/** Whether a browser's keys are valid: an uncompressed point of P-256, and 16 bytes (RFC 8291). */
export function isSealable({ p256dh, auth }: PushSubscriptionKeys['keys']): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  try {
    const isPoint = point[0] === 4 && ECDH.convertKey(point, 'prime256v1').length > 0
    return isPoint && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}
