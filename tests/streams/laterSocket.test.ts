import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { laterSocket } from '../../src/streams/laterSocket.ts'
import type { Socket, SocketState } from '../../src/streams/socket.ts'
import { type MockServer, openSocket, pass, settle, startMockServer } from './mockServer.ts'

let server: MockServer

beforeEach(() => {
  vi.useFakeTimers()
  server = startMockServer()
})

afterEach(() => {
  server.stop()
  vi.useRealTimers()
})

/** A socket whose code fails to load a number of times, and the states shown so far. */
function loading(failures = 0) {
  const wake$ = new Subject<void>()
  let attempts = 0
  const load = async (): Promise<Socket> => {
    if (attempts++ < failures) throw new TypeError('no network')
    return openSocket().socket
  }
  const socket = laterSocket({ load, random: () => 0.5, wake$ })
  const states: SocketState[] = []
  const frames: string[] = []
  socket.state$.subscribe((state) => states.push(state))
  socket.frames$.subscribe(({ type }) => frames.push(type))
  return { socket, wake$, states, frames, attempts: () => attempts }
}

describe('a socket whose code comes later', () => {
  it('is shown as connecting, and sends nothing, until it is loaded', async () => {
    const { socket, states, frames } = loading()
    expect(states).toEqual([{ type: 'connecting', attempt: 0 }])
    expect(socket.send({ type: 'subscribe', channel: 'quotes' })).toBe(false)
    expect(socket.probe()).toBeUndefined()
    expect(socket.counters).toEqual({ rubbish: 0, withheld: 0 })
    await settle()
    expect(states.at(-1)).toEqual({ type: 'connected', attempt: 0 })
    expect(frames).toEqual(['hello'])
    expect(socket.send({ type: 'subscribe', channel: 'quotes' })).toBe(true)
    server.sendRaw('rubbish')
    await settle()
    expect(socket.counters.rubbish).toBe(1)
    expect(server.received('subscribe')).toBe(1)
  })

  it('takes code that does not come for a connection that failed, and tries again', async () => {
    const { states, attempts } = loading(2)
    await pass(0)
    expect(states.at(-1)).toEqual({ type: 'waiting', attempt: 1, retryAt: Date.now() + 1000 })
    await pass(999)
    expect(attempts()).toBe(1)
    await pass(1)
    expect(attempts()).toBe(2)
    expect(states.at(-1)).toMatchObject({ type: 'waiting', attempt: 2 })
    await pass(2000)
    await settle()
    expect(states.at(-1)).toEqual({ type: 'connected', attempt: 0 })
  })

  it('waits no longer when the device wakes, or a person asks', async () => {
    const { socket, wake$, attempts, states } = loading(2)
    await pass(0)
    wake$.next()
    await pass(0)
    expect(attempts()).toBe(2)
    socket.retryNow()
    await settle()
    expect(states.at(-1)).toEqual({ type: 'connected', attempt: 0 })
    await server.cut()
    expect(states.at(-1)).toMatchObject({ type: 'waiting' })
    socket.retryNow()
    await settle()
    expect(states.at(-1)).toEqual({ type: 'connected', attempt: 0 })
  })
})
