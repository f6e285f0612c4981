import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountEvent } from '../../src/api/events.ts'
import type { MicrotradeOrder } from '../../src/api/microtrade.ts'
import type { Wallet } from '../../src/api/wallet.ts'
import { type AccountOptions, createAccount } from '../../src/streams/account.ts'
import { mergeOrders, ORDERS_MAX } from '../../src/streams/newest.ts'
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

const wallet = (balance: string, version: number, currency = 'USDT'): Wallet => ({
  currency,
  balance,
  available: balance,
  frozen: '0',
  version,
})
const order = (id: string, state: MicrotradeOrder['state']) => ({ id, state }) as MicrotradeOrder
const walletEvent = (seq: number, body: Wallet): AccountEvent => ({ seq, at: 0, kind: 'wallet', body })
const orderEvent = (seq: number, body: MicrotradeOrder): AccountEvent => ({ seq, at: 0, kind: 'microtrade', body })
const tell = (event: AccountEvent) => server.send({ type: 'account', event })

type User = { id: string; eventSeq: number }
const ann: User = { id: 'ann', eventSeq: 0 }

function setUp(initial: User | null = ann, answers: Partial<AccountOptions> = {}) {
  let token: string | null = initial && `token of ${initial.id}`
  const user$ = new BehaviorSubject<User | null>(initial)
  const opened = openSocket({ getToken: () => token })
  const loads = {
    loadEvents: vi.fn<AccountOptions['loadEvents']>(answers.loadEvents ?? (async () => [])),
    loadWallets: vi.fn<AccountOptions['loadWallets']>(answers.loadWallets ?? (async () => [])),
    loadOrders: vi.fn<AccountOptions['loadOrders']>(answers.loadOrders ?? (async () => [])),
  }
  const account = createAccount({ socket: opened.socket, user$, ...loads, random: () => 0.5 })
  const seen: number[] = []
  let balances: Record<string, string> = {}
  let states: Record<string, string> = {}
  account.event$.subscribe(({ seq }) => seen.push(seq))
  account.wallets$.subscribe((wallets) => {
    balances = Object.fromEntries([...wallets].map(([currency, { balance }]) => [currency, balance]))
  })
  account.orders$.subscribe((orders) => {
    states = Object.fromEntries([...orders].map(([id, { state }]) => [id, state]))
  })
  return {
    opened,
    ...loads,
    account,
    user$,
    seen,
    get balances() {
      return balances
    },
    get states() {
      return states
    },
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

describe('private events', () => {
  it('come in order and once each', async () => {
    const all = setUp()
    await settle()
    tell(walletEvent(1, wallet('10', 1)))
    tell(walletEvent(1, wallet('10', 1)))
    tell(walletEvent(2, wallet('9', 2)))
    expect(all.seen).toEqual([1, 2])
    all.close()
  })

  it('that were missed while the socket was down are loaded when it is back, before those that come then', async () => {
    const all = setUp()
    await settle()
    tell(walletEvent(1, wallet('10', 1)))
    await server.cut()
    server.state.eventSeq = 3
    all.loadEvents.mockImplementation(async (after) =>
      [walletEvent(1, wallet('10', 1)), walletEvent(2, wallet('9', 2)), walletEvent(3, wallet('8', 3))].filter(
        ({ seq }) => seq > after,
      ),
    )
    all.loadEvents.mockClear()
    await pass(1_100)
    tell(walletEvent(4, wallet('7', 4)))
    await pass(0)
    expect(all.loadEvents.mock.calls[0]?.[0]).toBe(1)
    expect(all.seen).toEqual([1, 2, 3, 4])
    expect(all.balances).toEqual({ USDT: '7' })
    all.close()
  })

  it('are not asked for after a reconnect that missed none', async () => {
    const all = setUp()
    await settle()
    tell(walletEvent(1, wallet('10', 1)))
    server.state.eventSeq = 1
    all.loadEvents.mockClear()
    await server.cut()
    await pass(1_100)
    expect(server.state.connections).toBe(2)
    expect(all.loadEvents).not.toHaveBeenCalled()
    all.close()
  })

  it('that came while a hello was unanswered are loaded, though the hello names no newer one', async () => {
    const all = setUp(null)
    await settle()
    server.state.greets = false
    all.signIn({ id: 'ann', eventSeq: 5 })
    await settle()
    tell(walletEvent(6, wallet('10', 6)))
    expect(all.seen).toEqual([])
    all.loadEvents.mockImplementation(async () => [walletEvent(6, wallet('10', 6))])
    server.state.eventSeq = 5
    server.sayHello()
    await pass(0)
    expect(all.seen).toEqual([6])
    all.close()
  })
})

describe('wallets', () => {
  it('merge by their version, whichever way they came', async () => {
    const all = setUp(ann, { loadWallets: async () => [wallet('10', 4), wallet('1', 1, 'BTC')] })
    await settle()
    tell(walletEvent(1, wallet('8', 5)))
    expect(all.balances).toEqual({ USDT: '8', BTC: '1' })
    all.account.learn('ann', { wallets: [wallet('10', 4)] })
    expect(all.balances).toEqual({ USDT: '8', BTC: '1' })
    all.account.learn('ann', { wallets: [wallet('7', 6)] })
    tell(walletEvent(2, wallet('8', 5)))
    expect(all.balances).toEqual({ USDT: '7', BTC: '1' })
    all.close()
  })

  it('are known before the event that changed them is told', async () => {
    const all = setUp()
    await settle()
    const told: unknown[] = []
    all.account.event$.subscribe(() => told.push(all.balances.USDT))
    tell(walletEvent(1, wallet('8', 5)))
    expect(told).toEqual(['8'])
    all.close()
  })

  it('are loaded until it succeeds, and again on demand', async () => {
    const all = setUp()
    all.loadWallets.mockClear()
    all.loadWallets.mockImplementationOnce(() => Promise.reject(new Error('down')))
    all.loadWallets.mockImplementation(async () => [wallet('10', 4)])
    all.account.refresh()
    await pass(500)
    expect(all.balances).toEqual({})
    await pass(600)
    expect(all.balances).toEqual({ USDT: '10' })
    all.account.refresh()
    expect(all.loadWallets).toHaveBeenCalledTimes(3)
    all.close()
  })
})

describe('orders', () => {
  it('go forward from the list and from events, and never back from an end', async () => {
    const all = setUp(ann, { loadOrders: async () => [order('one', 'accepted'), order('two', 'open')] })
    await settle()
    expect(all.states).toEqual({ one: 'accepted', two: 'open' })
    tell(orderEvent(1, order('one', 'open')))
    tell(orderEvent(2, order('two', 'won')))
    expect(all.states).toEqual({ one: 'open', two: 'won' })
    all.account.learn('ann', { orders: [order('one', 'accepted'), order('two', 'open'), order('three', 'accepted')] })
    expect(all.states).toEqual({ one: 'open', two: 'won', three: 'accepted' })
    all.account.learn('ann', { orders: [order('two', 'lost')] })
    expect(all.states).toEqual({ one: 'open', two: 'won', three: 'accepted' })
    all.close()
  })

  it('are kept up to a limit: the oldest that have ended are let go', () => {
    const many = Array.from({ length: ORDERS_MAX + 3 }, (_, index) =>
      order(String(index).padStart(4, '0'), index === 0 ? 'open' : 'won'),
    )
    const kept = [...mergeOrders(new Map(), many).keys()]
    expect(kept).toHaveLength(ORDERS_MAX)
    expect(kept.slice(0, 2)).toEqual(['0000', '0004'])
  })
})

describe('another user', () => {
  it('starts with an empty account, and says hello with the new token', async () => {
    const all = setUp(ann, { loadWallets: async () => [wallet('10', 4)] })
    await settle()
    expect(all.balances).toEqual({ USDT: '10' })
    all.signIn(null)
    expect(all.balances).toEqual({})
    expect(all.account.userId).toBeUndefined()
    all.loadWallets.mockImplementation(async () => [wallet('3', 1)])
    all.signIn({ id: 'bob', eventSeq: 7 })
    await settle()
    expect(all.balances).toEqual({ USDT: '3' })
    const tokens = server.frames.map((frame) => frame.type === 'hello' && frame.token)
    expect(tokens).toEqual(['token of ann', null, 'token of bob'])
    all.close()
  })

  it('never sees what the one before was sent or answered', async () => {
    let answer = (_: Wallet[]) => {}
    const all = setUp(ann, { loadWallets: () => new Promise((resolve) => (answer = resolve)) })
    await settle()
    all.signIn(null)
    all.loadWallets.mockImplementation(async () => [])
    all.signIn({ id: 'bob', eventSeq: 0 })
    answer([wallet('10', 99)])
    tell(walletEvent(1, wallet('10', 99)))
    all.account.learn('ann', { wallets: [wallet('10', 99)] })
    all.account.learn(undefined, { wallets: [wallet('10', 99)] })
    await settle()
    expect(all.balances).toEqual({})
    expect(all.seen).toEqual([])
    all.close()
  })
})

describe('the end of a session', () => {
  it('that the server tells is passed on, with its reason', async () => {
    const all = setUp()
    const keys: string[] = []
    all.account.signedOut$.subscribe((key) => keys.push(key))
    await settle()
    server.send({ type: 'signedOut', key: 'accountFrozen' })
    expect(keys).toEqual(['accountFrozen'])
    expect(all.opened.state?.type).toBe('connected')
    all.close()
  })
})

describe('closing', () => {
  it('leaves no timer, no request and no subscription', async () => {
    const aborted = vi.fn()
    const all = setUp()
    all.loadWallets.mockImplementation((signal) => new Promise(() => signal.addEventListener('abort', aborted)))
    all.loadOrders.mockImplementation(() => Promise.reject(new Error('down')))
    all.account.refresh()
    await settle()
    all.account.close()
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(all.user$.observed).toBe(false)
    all.opened.socket.close()
    await pass(10)
    expect(vi.getTimerCount()).toBe(0)
  })
})
