import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not hosts of the public network (IANA's special-purpose address registry). */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix)
}
// Documentation ranges, and ranges that embed IPv4 addresses (Teredo, 6to4).
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  special.addSubnet(network, prefix, 'ipv6')
}

const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is public: not of this machine, a local network, or a special use. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address)
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
