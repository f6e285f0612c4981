import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Returns a request's network address. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/**
 * The client address of requests: the peer of the connection or, if that is a trusted proxy, the nearest untrusted address before it in
 * X-Forwarded-For. The header is ignored from any other peer, and so are its entries before an untrusted address.
 *
 * @param trusted addresses and networks, from TRUST_PROXY; if empty, the header is always ignored
 */
export function createAddresses(trusted: readonly string[]): AddressOf {
  const direct: AddressOf = ({ socket }) => socket.remoteAddress ?? ''
  if (trusted.length === 0) return direct
  const isTrusted = proxyAddr.compile([...trusted])
  return (request) => {
    const address = proxyAddr(withoutPorts(request) as IncomingMessage, isTrusted)
    return isIP(address) ? address : direct(request)
  }
}

/** Some proxies append the port: `203.0.113.5:4711`, `[2001:db8::5]:4711`. */
function withoutPorts({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return { socket, headers }
  const addresses = forwarded.split(',').map((entry) => {
    const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(entry.trim()) ?? []
    return bracketed ?? dotted ?? entry
  })
  return { socket, headers: { ...headers, 'x-forwarded-for': addresses.join(',') } }
}

/** Whether a TRUST_PROXY entry is valid: an address, or a network such as 10.0.0.0/8. */
export function isProxyAddress(text: string): boolean {
  const [address = '', prefix, more] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  if (!isIP(address) || more !== undefined) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
}
