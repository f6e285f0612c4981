import { networkInterfaces } from 'node:os'
import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import { afterAll, describe, expect, it } from 'vitest'
import { forPhone, localAddress } from '../../../server/platform/at-home.ts'
import { endProcesses, freshFolder, startProcess } from './process.ts'

afterAll(endProcesses)

const card = (address: string, internal = false) => ({
  address,
  internal,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  family: 'IPv4' as const,
  cidr: null,
})
const lo = [card('127.0.0.1', true)]
const LISTENING = 'http://127.0.0.1:8080'

/** Reads a terminal's QR code by its pixels, as a camera does. A module is two spaces with a background colour. */
function readTerminal(text: string): string {
  const modules = text
    .split('\n')
    .map((line) => [...line.matchAll(/\[(?:1;)?(40|47)m {2}/g)].map(([, ground]) => ground === '47'))
    .filter((row) => row.length > 0)
  const scale = 8
  const [width, height] = [(modules[0]?.length ?? 0) * scale, modules.length * scale]
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]
      data.set([light ? 255 : 0, light ? 255 : 0, light ? 255 : 0, 255], (y * width + x) * 4)
    }
  }
  return decodeQR({ width, height, data })
}

describe('at home: the address in the local network', () => {
  it('is that of the home network, before any other', () => {
    expect(localAddress({ lo, tunnel: [card('100.64.0.7')], wlan0: [card('192.168.1.5')] })).toBe('192.168.1.5')
    expect(localAddress({ lo, eth0: [card('172.32.0.1')], eth1: [card('172.16.0.1')] })).toBe('172.16.0.1')
    expect(localAddress({ lo, eth0: [card('203.0.113.4')] })).toBe('203.0.113.4')
    expect(localAddress({ lo, eth0: [{ ...card('fe80::1'), family: 'IPv6', scopeid: 1 }] })).toBeUndefined()
  })

  it('is printed with a QR code that a camera can read, in any terminal colours', () => {
    const told = forPhone(
      { HOST: '0.0.0.0', PUBLIC_URL: undefined },
      LISTENING,
      { lo, wlan0: [card('10.0.0.9')] },
      true,
    )
    const [first, ...code] = told.split('\n')
    expect(first).toBe('On a phone in the same network: http://10.0.0.9:8080')
    expect(readTerminal(code.join('\n'))).toBe('http://10.0.0.9:8080')
  })

  it.each([
    [{ HOST: '127.0.0.1', PUBLIC_URL: undefined }, [card('10.0.0.9')]],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://quoin.example' }, [card('10.0.0.9')]],
    [{ HOST: '0.0.0.0', PUBLIC_URL: undefined }, []],
  ])('is not told of %j on %j', (config, wlan0) => {
    expect(forPhone(config, LISTENING, { lo, wlan0 }, true)).toBe('')
  })

  it('is printed below the URL by a server that is open to the network, and answers there', async () => {
    const server = startProcess({ HOST: '0.0.0.0', DATA_DIR: freshFolder() })
    const { port } = new URL(await server.url)
    const address = localAddress(networkInterfaces())
    const [said, phone, ...code] = server.out.stdout.split('\n')
    expect(said).toMatch(/^Quoin, on paper money: http:/)
    if (address === undefined) return expect(phone).toBe('')
    const url = `http://${address}:${port}`
    expect(phone).toBe(`On a phone in the same network: ${url}`)
    expect(code.join('\n')).toBe(`${encodeQR(url, 'ascii')}\n`)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})
