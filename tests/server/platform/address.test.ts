import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAddresses } from '../../../server/platform/http/address.ts'
import { callsLimit } from '../../../server/platform/http/calls.ts'
import { limits } from '../../../server/platform/socket/guards.ts'
import { startServer, type TestServer } from '../harness.ts'
import { type Device, greeted, listen, openDevice } from './device.ts'

describe('the address of a request', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as Parameters<ReturnType<typeof createAddresses>>[0]

  it('is the peer’s, whatever the header says, without a trusted proxy', () => {
    expect(createAddresses([])(request('203.0.113.5', '198.51.100.7'))).toBe('203.0.113.5')
  })

  it.each([
    ['the one that the proxy appended', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['not what the caller wrote before it', '10.0.0.1', '198.51.100.7, 203.0.113.5', '203.0.113.5'],
    ['the one before the last of several proxies', '10.0.0.1', '198.51.100.7, 203.0.113.5, 10.9.9.9', '203.0.113.5'],
    ['the proxy’s, where it names nobody', '10.0.0.1', undefined, '10.0.0.1'],
    ['the proxy’s, where it passes on what is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['a stranger’s own, whatever it writes', '203.0.113.5', '198.51.100.7', '203.0.113.5'],
    ['one of IPv6', '::1', '2001:db8::5', '2001:db8::5'],
    ['without the port that a proxy appended', '10.0.0.1', '198.51.100.7:1, 203.0.113.5:4711', '203.0.113.5'],
    ['without the port of an address in brackets', '::1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['past a trusted proxy with its port', '10.0.0.1', '203.0.113.5:80, 10.9.9.9:4711', '203.0.113.5'],
    ['the same through a proxy’s IPv4 address in IPv6 form', '::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ])('is %s', (_, remote, forwarded, address) => {
    expect(createAddresses(['10.0.0.0/8', '::1'])(request(remote, forwarded))).toBe(address)
  })
})

describe('address: behind a trusted proxy', () => {
  let port: number
  let server: TestServer
  let close = async () => {}
  const opened: Device[] = []
  beforeAll(async () => {
    const started = await startServer('sqlite', { generosity: 1, env: { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } })
    server = started.server
    close = started.close
    port = await listen(server.app.http)
  })
  afterAll(async () => {
    for (const { raw } of opened) raw.terminate()
    await close()
  })

  it('calls count for the address from the proxy, despite a forged header', async () => {
    const status = async (remoteAddress: string, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded }
      return (await server.app.http.inject({ url: '/api/paper/outbox', remoteAddress, headers })).statusCode
    }
    const statuses = new Set<number>()
    for (let number = 0; number < callsLimit.points; number++) {
      statuses.add(await status('10.1.2.3', `198.51.100.${number % 250}, 203.0.113.5`))
    }
    expect([...statuses]).toEqual([200])
    expect(await status('10.1.2.3', '203.0.113.5')).toBe(429)
    expect(await status('10.1.2.3', '198.51.100.7, 203.0.113.5')).toBe(429)
    expect(await status('203.0.113.5', '198.51.100.7')).toBe(429)
    expect(await status('10.1.2.3', '203.0.113.6')).toBe(200)
  })

  it('sockets of IPv6 count for the wider networks, too, with more room', async () => {
    const most = limits.connectionsPerAddressMax
    limits.connectionsPerAddressMax = 1
    onTestFinished(() => {
      limits.connectionsPerAddressMax = most
    })
    const open = async (address: string) => {
      const device = await openDevice(port, { headers: { 'X-Forwarded-For': address } })
      opened.push(device)
    }
    await open('2001:db8:1:100::1')
    await expect(open('2001:db8:1:100::2')).rejects.toThrow('HTTP 429')
    for (const household of [1, 2, 3]) await open(`2001:db8:1:10${household}::1`)
    await expect(open('2001:db8:1:104::1')).rejects.toThrow('HTTP 429')
    await open('2001:db8:1:200::1')
  })

  it('sockets do, too', async () => {
    const from = (forwarded: string) => ({ headers: { 'X-Forwarded-For': forwarded } })
    for (let number = 0; number < limits.connectionsPerAddressMax; number++) {
      opened.push(await greeted(port, null, from(`198.51.100.${number}, 203.0.113.5`)))
    }
    await expect(openDevice(port, from('198.51.100.77, 203.0.113.5'))).rejects.toThrow('HTTP 429')
    opened.push(await greeted(port, null, from('203.0.113.6')))
  })
})
