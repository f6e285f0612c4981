import { isIPv4 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import encodeQR from 'qr'
import type { Config } from './config.ts'

const EVERYWHERE = new Set(['0.0.0.0', '::'])
/** RFC 1918. */
const AT_HOME = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** This machine’s address in the local network, where it has one: of a home network, before any other. */
export function localAddress(interfaces: Interfaces): string | undefined {
  const addresses = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && isIPv4(address))
    .map(({ address }) => address)
  return addresses.find((address) => AT_HOME.test(address)) ?? addresses[0]
}

/**
 * What a person at home wants to see who opened the server to their network: its address there, and a QR code of it for the
 * camera of a phone.
 *
 * @param listening the URL that the server listens on
 * @param colours whether it goes to a terminal, which shows black on white whatever its own colours are
 * @returns nothing where only this machine reaches it, or where it stands in public
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
