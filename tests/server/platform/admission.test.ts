import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../../server/platform/clock.ts'
import { createAdmission } from '../../../server/platform/http/admission.ts'
import { endlessSlice, type TimeSlice } from '../../../server/platform/http/time-slice.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server behind its admission control; `begun`: admitted requests with functions that answer them. */
async function start(slice: TimeSlice = endlessSlice) {
  const begun: { url: string; response: ServerResponse }[] = []
  const handle = createAdmission(
    slice,
    systemClock,
    ({ headers }) => String(headers['x-caller']),
    ({ url = '' }, response) => begun.push({ url, response }),
  )
  const server = createServer(handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  /** Sends pipelined requests on one connection. @returns the answers, and whether it was closed */
  const send = (caller: string, urls: readonly string[], method = 'GET') => {
    const socket = connect(port, '127.0.0.1')
    const seen = { answers: 0, isCut: false }
    socket.setEncoding('latin1').on('data', (text: unknown) => {
      seen.answers += String(text).split('HTTP/1.1 200').length - 1
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      seen.isCut = true
    })
    socket.write(urls.map((url) => `${method} ${url} HTTP/1.1\r\nhost: a\r\nx-caller: ${caller}\r\n\r\n`).join(''))
    ends.push(() => socket.destroy())
    return seen
  }
  return { begun, send }
}

const urls = (count: number, path = '/api/call') => Array.from({ length: count }, (_, index) => `${path}/${index}`)

it.each(['GET', 'POST'])(
  'admission: has of one connection the next begin when the one before it is answered (%s)',
  async (method) => {
    const { begun, send } = await start()
    const seen = send('one', urls(5), method)
    for (let count = 1; count <= 5; count++) {
      await expect.poll(() => begun.length).toBe(count)
      // Requests arriving meanwhile do not wait for it.
      send(`other ${count}`, ['/api/other'])
      await expect.poll(() => begun.length).toBe(count + 1)
      expect(begun.pop()?.url).toBe('/api/other')
      begun.at(-1)?.response.end('x')
    }
    expect(begun.map(({ url }) => url)).toEqual(urls(5))
    await expect.poll(() => seen.answers).toBe(5)
  },
)

it('admission: cuts a connection with more than sixteen unanswered requests, and starts none of its waiting ones', async () => {
  const { begun, send } = await start()
  const [many, fair] = [send('many', urls(17)), send('fair', urls(16))]
  await expect.poll(() => many.isCut).toBe(true)
  await expect
    .poll(() => {
      for (const { response } of begun) if (!response.writableEnded) response.end('x')
      return fair.answers
    })
    .toBe(16)
  expect(fair.isCut).toBe(false)
  expect(begun.filter(({ url }) => url === '/api/call/1')).toHaveLength(1)
})

it('admission: limits a caller’s concurrent reads over all connections', async () => {
  const { begun, send } = await start()
  for (let count = 0; count < 20; count++) send('many', ['/api/look'])
  send('many', ['/api/act'], 'POST')
  send('one', ['/api/one'])
  await expect.poll(() => begun.map(({ url }) => url)).toContain('/api/one')
  await expect.poll(() => begun.map(({ url }) => url)).toContain('/api/act')
  expect(begun.filter(({ url }) => url === '/api/look')).toHaveLength(8)
})

it('admission: starts no call in a slice that is over', async () => {
  const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pause = () => {
    asked.resolve()
    return over.promise
  }
  const { begun, send } = await start({ isOver: () => false, pause })
  const seen = send('one', ['/api/act'], 'POST')
  await asked.promise
  expect(begun).toHaveLength(0)
  over.resolve()
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.response.end('x')
  await expect.poll(() => seen.answers).toBe(1)
})
