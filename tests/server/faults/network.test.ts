import { request } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import type { Envelope, Output } from '../../../src/api/wire/call.ts'
import { PROTOCOL } from '../../../src/api/wire/frames.ts'
import { sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { startServer, type TestServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, LEAST_STAKE, order, price } from '../microtrade/support.ts'
import { type Device, listen, openDevice, rawUpgrade, wireFrame } from '../platform/device.ts'
import { startProxy, type TestProxy } from './proxy.ts'

type Answer = Envelope<Output<typeof api.submit>>

describeOn({ on: sqliteFirst }, 'over a bad network', (kind) => {
  let server: TestServer
  let proxy: TestProxy
  let close = async () => {}
  const invariants = createInvariants()

  beforeAll(async () => {
    const started = await startServer(kind)
    server = started.server
    proxy = await startProxy(await listen(server.app.http))
    close = started.close
  })
  afterAll(async () => {
    await proxy.close()
    await close()
  })

  const examine = async () => expect(await invariants.check(server.platform.db)).toEqual([])
  const bought = async (token: string) => (await server.ok(api.lists, { limit: 100 }, token)).length

  /** Length of the last request. */
  let bytes = 0
  /** Sends an order on a separate connection. Rejects without an answer. */
  const send = (token: string, input: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(input)
      const headers = { authorization: token, 'content-type': 'application/json', 'content-length': body.length }
      const sent = request({ port: proxy.port, path: `/api/${api.submit.path}`, method: 'POST', headers, agent: false })
      sent.on('error', reject)
      sent.on('finish', () => {
        bytes = sent.socket?.bytesWritten ?? 0
      })
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (data) => {
          text += data
        })
        response.on('error', reject)
        response.on('end', () => (response.complete ? resolve(JSON.parse(text)) : reject(new Error('cut off'))))
      })
      sent.end(body)
    })
  const sendWell = async (token: string, input: object) => {
    proxy.weather = { kind: 'fair' }
    const answer = await send(token, input)
    if (answer.type !== 'ok') throw new Error(JSON.stringify(answer))
    invariants.acknowledged(answer.message)
    return answer.message
  }

  it('a request cut off anywhere buys nothing, and once when it is sent again', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    const input = order()
    proxy.weather = { kind: 'fair' }
    expect(await send('x'.repeat(token.length), input)).toMatchObject({ key: 'signInRequired' })
    const whole = bytes
    expect(whole).toBeGreaterThan(250)
    for (let after = whole - 1; after > 0; after -= 12) {
      proxy.weather = { kind: 'cutRequest', after }
      await expect(send(token, input), `cut after ${after}`).rejects.toThrow()
    }
    expect(await bought(token)).toBe(0)
    await sendWell(token, input)
    expect(await bought(token)).toBe(1)
    await examine()
  })

  it('a request whose answer is cut off anywhere buys once, and gets the same answer when it is sent again', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    for (let after = 0; after < 1_200; after += 150) {
      const input = order({ amount: LEAST_STAKE })
      const before = await bought(token)
      proxy.weather = { kind: 'cutAnswer', after }
      await expect(send(token, input), `cut after ${after}`).rejects.toThrow()
      const [newest] = await server.ok(api.lists, { limit: 1 }, token)
      expect(await sendWell(token, input)).toEqual(newest)
      expect(await bought(token)).toBe(before + 1)
    }
    await examine()
  })

  it('requests that arrive twice, late and out of order buy once each', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    const inputs = [0, 1, 2, 3].map((more) => order({ amount: String(Number(LEAST_STAKE) + more) }))
    proxy.weather = { kind: 'hold' }
    const late = inputs.flatMap((input) => [send(token, input), send(token, input)])
    // Each arrives before the next one is sent, because they are released newest first.
    const early = await Promise.all(inputs.slice(0, 2).map((input) => sendWell(token, input)))
    proxy.release()
    const answers = (await Promise.all(late)).map((answer) => (answer.type === 'ok' ? answer.message : answer))
    expect([answers[0], answers[2]]).toEqual(early)
    for (const index of [0, 2, 4, 6]) expect(answers[index]).toEqual(answers[index + 1])
    expect(await bought(token)).toBe(4)
    await hold(server, '43001.00', 35)
    expect(await sendWell(token, inputs[0] ?? {})).toEqual(early[0])
    expect((await server.ok(api.lists, { list: 1, limit: 100 }, token)).length).toBe(4)
    await examine()
  })

  it('slow, half-open and flooding sockets are handled, and do not affect a good one', async () => {
    const me = await server.person()
    const opened: Device[] = []
    const device = async (weather: TestProxy['weather']) => {
      proxy.weather = weather
      const one = await openDevice(proxy.port)
      opened.push(one)
      one.send({ type: 'hello', v: PROTOCOL, token: me.token })
      one.send({ type: 'subscribe', channel: 'quotes' })
      return one
    }
    await price(server, '43000.00')
    const good = await device({ kind: 'fair' })
    await good.next('snapshot')
    const slow = await device({ kind: 'slow', bytesPerSecond: 2_000 })
    const halfOpen = await device({ kind: 'silent' })
    await halfOpen.next('snapshot')
    proxy.silence()
    const flood = async () => {
      const { socket } = await rawUpgrade(proxy.port)
      const ping = wireFrame(1, '{"type":"ping","id":1}')
      for (let round = 0; round < 50 && !socket.destroyed; round++) socket.write(Buffer.concat(Array(200).fill(ping)))
      return new Promise<void>((resolve) => {
        socket.on('end', () => socket.destroy())
        socket.on('close', () => resolve())
        socket.resume()
      })
    }
    proxy.weather = { kind: 'fair' }
    const floods = Array.from({ length: 10 }, flood)

    const { id } = await server.ok(api.submit, order(), me.token)
    for (let second = 0; second < 35; second++) {
      await price(server, '43001.00')
      await good.settled()
    }
    const told = good.frames.flatMap((frame) => (frame.type === 'account' ? [frame.event] : []))
    expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1))
    const states = told.flatMap(({ kind, body }) => (kind === 'microtrade' && body.id === id ? [body.state] : []))
    expect(states).toEqual(['accepted', 'open', 'drawn'])
    const numbers = good.frames.flatMap((frame) => (frame.type === 'quotes' ? frame.quotes : []).map(([, seq]) => seq))
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))

    await Promise.all(floods)
    // After two unanswered pings the half-open connection is closed, unnoticed by the other side.
    for (let second = 0; second < 45; second++) {
      await server.clock.advance(1_000)
      await good.settled()
    }
    const connections = () =>
      new Promise<number>((resolve) => server.app.http.server.getConnections((_, count) => resolve(count)))
    await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(2))
    expect(halfOpen.raw.readyState).toBe(halfOpen.raw.OPEN)
    for (const { raw } of [slow, ...opened]) raw.terminate()
    await examine()
  })
})
