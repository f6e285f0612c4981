import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import { type AccountOptions, createAccount } from '../../src/streams/account.ts'
import { type MockServer, openSocket, pass, settle, startMockServer } from './mockServer.ts'

let server: MockServer

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue() // mock-socket reports a refused connection there, as browsers do
  server = startMockServer()
})
afterEach(() => {
  server.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const event = (seq: number): AccountEvent => ({
  seq,
  at: 0,
  kind: 'wallet',
  body: { currency: 'USDT', balance: '1', available: '1', frozen: '0', version: seq },
})
const tell = (seq: number) => server.send({ type: 'account', event: event(seq) })

type User = { id: string; eventSeq: number }

function setUp(initial: User | null = { id: 'ann', eventSeq: 0 }) {
  let token: string | null = initial && `token of ${initial.id}`
  const user$ = new BehaviorSubject<User | null>(initial)
  const opened = openSocket({ getToken: () => token })
  /** The numbers of the server's stored events, of the signed-in user. */
  const stored: number[] = []
  const loadEvents = vi.fn<AccountOptions['loadEvents']>(async (after) =>
    stored.filter((seq) => seq > after).map((seq) => event(seq)),
  )
  const account = createAccount({ socket: opened.socket, user$, loadEvents, random: () => 0.5 })
  const seen: number[] = []
  account.event$.subscribe(({ seq }) => seen.push(seq))
  return {
    opened,
    account,
    user$,
    stored,
    loadEvents,
    seen,
    signIn: (user: User | null) => {
      token = user && `token of ${user.id}`
      user$.next(user)
    },
    close: () => {
      account.close()
      opened.socket.close()
    },
  }
}

describe('account: private events', () => {
  it('come in order and once each', async () => {
    const { seen, close } = setUp()
    await settle()
    for (const seq of [1, 1, 2, 1, 3]) tell(seq)
    expect(seen).toEqual([1, 2, 3])
    close()
  })

  it('begin after what the user’s data held already', async () => {
    const { seen, loadEvents, close } = setUp({ id: 'ann', eventSeq: 41 })
    await settle()
    tell(41)
    tell(42)
    expect(loadEvents.mock.calls[0]?.[0]).toBe(41)
    expect(seen).toEqual([42])
    close()
  })

  it('that were missed while the socket was down are loaded when it is back, before those that come then', async () => {
    const { seen, stored, loadEvents, close } = setUp()
    await settle()
    tell(1)
    await server.cut()
    stored.push(1, 2, 3)
    server.state.eventSeq = 3
    loadEvents.mockClear()
    await pass(1_100)
    tell(4)
    await pass(0)
    expect(loadEvents.mock.calls[0]?.[0]).toBe(1)
    expect(seen).toEqual([1, 2, 3, 4])
    close()
  })

  it('that the server has no more are not waited for: it is said that they were missed', async () => {
    const { account, seen, stored, close } = setUp()
    let missed = 0
    account.missed$.subscribe(() => missed++)
    await settle()
    tell(1)
    await server.cut()
    stored.push(1_001, 1_002)
    server.state.eventSeq = 1_002
    await pass(1_100)
    expect(seen).toEqual([1, 1_001, 1_002])
    expect(missed).toBe(1)
    close()
  })

  it('that were skipped on a live connection are loaded, and those after them wait', async () => {
    const { seen, stored, close } = setUp()
    await settle()
    stored.push(1, 2)
    tell(3)
    expect(seen).toEqual([])
    await pass(10)
    expect(seen).toEqual([1, 2, 3])
    close()
  })

  it('are not asked for after a reconnect that missed none', async () => {
    const { loadEvents, close } = setUp()
    await settle()
    tell(1)
    server.state.eventSeq = 1
    loadEvents.mockClear()
    await server.cut()
    await pass(1_100)
    expect(server.state.connections).toBe(2)
    expect(loadEvents).not.toHaveBeenCalled()
    close()
  })

  it('that came while a hello was unanswered are loaded, though the hello names no newer one', async () => {
    const { seen, stored, signIn, close } = setUp(null)
    await settle()
    server.state.greets = false
    signIn({ id: 'ann', eventSeq: 5 })
    await settle()
    tell(6)
    expect(seen).toEqual([])
    stored.push(6)
    server.state.eventSeq = 5
    server.sayHello()
    await pass(0)
    expect(seen).toEqual([6])
    close()
  })
})

describe('account: another user', () => {
  it('is announced to the server by a hello with the new token', async () => {
    const { signIn, close } = setUp()
    await settle()
    signIn(null)
    signIn({ id: 'bob', eventSeq: 7 })
    await settle()
    const tokens = server.frames.map((frame) => frame.type === 'hello' && frame.token)
    expect(tokens).toEqual(['token of ann', null, 'token of bob'])
    close()
  })

  it('never sees what the one before was sent or answered', async () => {
    let answer = (_: AccountEvent[]) => {}
    const { seen, signIn, loadEvents, close } = setUp()
    loadEvents.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    await settle()
    tell(2)
    signIn(null)
    signIn({ id: 'bob', eventSeq: 0 })
    answer([event(1), event(2)])
    tell(1)
    await settle()
    expect(seen).toEqual([])
    tell(1)
    expect(seen).toEqual([1])
    close()
  })

  it('is not the same user whose data was loaded again', async () => {
    const { seen, loadEvents, user$, close } = setUp()
    await settle()
    tell(1)
    user$.next({ id: 'ann', eventSeq: 1 })
    tell(2)
    expect(seen).toEqual([1, 2])
    expect(loadEvents).toHaveBeenCalledTimes(1)
    close()
  })
})

describe('account: the end of a session', () => {
  it('that the server tells is passed on, with its reason, and the socket stays', async () => {
    const { opened, account, close } = setUp()
    const keys: string[] = []
    account.signedOut$.subscribe((key) => keys.push(key))
    await settle()
    server.send({ type: 'signedOut', key: 'accountFrozen' })
    expect(keys).toEqual(['accountFrozen'])
    expect(opened.state?.type).toBe('connected')
    close()
  })
})

describe('account: closing', () => {
  it('leaves no timer, no request and no subscription', async () => {
    const aborted = vi.fn()
    const { account, opened, user$, loadEvents } = setUp()
    await settle()
    loadEvents.mockImplementation((_, __, signal) => new Promise(() => signal.addEventListener('abort', aborted)))
    tell(5)
    account.close()
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(user$.observed).toBe(false)
    opened.socket.close()
    await pass(10)
    expect(vi.getTimerCount()).toBe(0)
  })
})
