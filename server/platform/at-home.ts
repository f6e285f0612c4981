import { isIPv4 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import encodeQR from 'qr'
import type { Config } from './config.ts'

const EVERYWHERE = new Set(['0.0.0.0', '::'])
/** Private networks (RFC 1918). */
const AT_HOME = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** This machine’s address in the local network, if any: an address of a home network first. */
export function localAddress(interfaces: Interfaces): string | undefined {
  const addresses = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && isIPv4(address))
    .map(({ address }) => address)
  return addresses.find((address) => AT_HOME.test(address)) ?? addresses[0]
}

/**
 * The hint for users who open the server to their home network: its address there, with a QR code for a phone's camera.
 *
 * @param listening the URL that the server listens on
 * @param colours whether the output is a terminal, which then prints black on white
 * @returns nothing if only this machine can reach it, or if it has a public address
 */
export function forPhone(
  { HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>,
  listening: string,
  interfaces: Interfaces,
  colours: boolean,
): string {
  const address = localAddress(interfaces)
  if (PUBLIC_URL !== undefined || !EVERYWHERE.has(HOST) || address === undefined) return ''
  const url = `http://${address}:${new URL(listening).port || 80}`
  return `On a phone in the same network: ${url}\n${encodeQR(url, colours ? 'term' : 'ascii')}\n`
}
