import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Whether a host is this machine: a loopback address (RFC 1122, RFC 4291; also IPv4-mapped IPv6), or a name under `localhost` (RFC 6761).
 *
 * @param host from a socket, or the `hostname` of a URL, with IPv6 in brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  const family = isIP(name)
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost')
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
}
