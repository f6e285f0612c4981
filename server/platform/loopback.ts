import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Whether a host is this machine itself: an address of its loopback (RFC 1122, RFC 4291; of IPv4 in IPv6 too), or a name
 * under `localhost` (RFC 6761).
 *
 * @param host as a socket names it, or the `hostname` of a URL, whose IPv6 stands in brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  const family = isIP(name)
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost')
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
}
