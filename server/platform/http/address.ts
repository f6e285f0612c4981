import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Where a request comes from: a network address. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/**
 * Says where requests come from: from the other end of the connection, and where that is a trusted proxy, from the
 * nearest address before it in X-Forwarded-For that is not one. A header that comes from anywhere else is a stranger's
 * word, and so is what stands in it before a stranger's own address.
 *
 * @param trusted addresses and networks, as TRUST_PROXY lists them; none: no header is believed
 */
export function createAddresses(trusted: readonly string[]): AddressOf {
  const direct: AddressOf = ({ socket }) => socket.remoteAddress ?? ''
  if (trusted.length === 0) return direct
  const isTrusted = proxyAddr.compile([...trusted])
  return (request) => {
    const address = proxyAddr(request as IncomingMessage, isTrusted)
    return isIP(address) ? address : direct(request)
  }
}

/** Whether `createAddresses` can use what TRUST_PROXY says: an address, or a network such as 10.0.0.0/8. */
export function isProxyAddress(text: string): boolean {
  const [address = '', prefix, more] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  if (!isIP(address) || more !== undefined) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
}
