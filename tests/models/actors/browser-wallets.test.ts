import { EMPTY, Subject } from 'rxjs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWallets, INJECTED, LATE_LOOKS, LATE_MS_MAX } from '../../../src/machines/actors/browser-wallets.ts'
import { createFindWallets } from '../../../src/machines/actors/wallet-answers.ts'
import { announce, createFakeWallet, createWindow, methodsOf, run } from './fake-wallet.ts'

/** A manual clock that advances with each wait; `at` schedules an act. */
function createTime() {
  let now = 0
  const plans: { ms: number; act: () => void }[] = []
  return {
    at: (ms: number, act: () => void) => plans.push({ ms, act }),
    now: () => now,
    wait: async (ms: number) => {
      now += ms
      for (const plan of plans.splice(0)) {
        if (plan.ms <= now) plan.act()
        else plans.push(plan)
      }
    },
  }
}

const instantly = { wait: async () => {}, returned$: EMPTY }

describe('looking for wallets', () => {
  it('finds announced wallets with name and icon, without a request', async () => {
    const window = createWindow({ ethereum: createFakeWallet() })
    const [first, second] = [createFakeWallet(), createFakeWallet()]
    announce(window, first, { uuid: 'a', name: 'Keyring', icon: 'data:image/png;base64,AA==', rdns: 'io.keyring' })
    announce(window, second, { uuid: 'b', name: 'Purse', icon: 'data:image/svg+xml,%3Csvg/%3E' })
    await expect(run(createFindWallets(createWallets({ window, ...instantly })))).resolves.toEqual([
      { id: 'a', name: 'Keyring', icon: 'data:image/png;base64,AA==' },
      { id: 'b', name: 'Purse', icon: 'data:image/svg+xml,%3Csvg/%3E' },
    ])
    expect([...methodsOf(first), ...methodsOf(second)]).toEqual([])
  })

  it('uses window.ethereum if none announces itself', async () => {
    const wallet = createFakeWallet()
    const wallets = createWallets({ window: createWindow({ ethereum: wallet }), ...instantly })
    await expect(wallets.find()).resolves.toEqual([{ id: INJECTED, name: '', icon: null }])
    await wallets.bridge(INJECTED).request('eth_accounts')
    expect(methodsOf(wallet)).toEqual(['eth_accounts'])
  })

  it('takes window.ethereum beside announced ones where all are asked for, and waits for late ones', async () => {
    const window = createWindow({ ethereum: createFakeWallet() })
    announce(window, createFakeWallet(), { uuid: 'a', name: 'Keyring' })
    let waited = 0
    const wait = async (ms: number) => {
      waited += ms
    }
    const wallets = createWallets({ window, wait, returned$: EMPTY })
    await expect(wallets.find(true)).resolves.toMatchObject([{ id: 'a' }, { id: INJECTED }])
    expect(waited).toBe(1_000)
  })

  it('finds a wallet behind a proxy without own properties', async () => {
    const wallet = createFakeWallet()
    const behind = () => new Proxy({}, { get: (_, name) => Reflect.get(wallet, name) })
    const wallets = createWallets({ window: createWindow({ ethereum: behind() }), ...instantly })
    await expect(wallets.find()).resolves.toMatchObject([{ id: INJECTED }])
    await expect(wallets.bridge(INJECTED).request('eth_chainId')).resolves.toBe('0xa4b1')

    const window = createWindow()
    announce(window, behind(), { uuid: 'a', name: 'Keyring' })
    await expect(createWallets({ window, ...instantly }).find()).resolves.toMatchObject([{ id: 'a' }])
  })

  it('lists a wallet once, despite repeated announcements under several ids', async () => {
    const window = createWindow()
    const wallet = createFakeWallet()
    announce(window, wallet, { uuid: 'a', name: 'Keyring' })
    announce(window, wallet, { uuid: 'a-again', name: 'Keyring' })
    const wallets = createWallets({ window, ...instantly })
    await wallets.find()
    await expect(wallets.find()).resolves.toHaveLength(1)
  })

  it('waits a moment for a wallet that is injected late', async () => {
    const window = createWindow()
    const time = createTime()
    time.at(700, () => Object.assign(window, { ethereum: createFakeWallet() }))
    await expect(createWallets({ window, wait: time.wait, returned$: EMPTY }).find()).resolves.toHaveLength(1)
    expect(time.now()).toBeLessThan(LATE_MS_MAX)
  })

  it('waits a moment for a wallet that announces itself late', async () => {
    const window = createWindow()
    const time = createTime()
    time.at(500, () => announce(window, createFakeWallet(), { uuid: 'late', name: 'Late' }))
    await expect(createWallets({ window, wait: time.wait, returned$: EMPTY }).find()).resolves.toMatchObject([
      { id: 'late' },
    ])
  })

  it('gives up after a second if there is none', async () => {
    const time = createTime()
    await expect(createWallets({ window: createWindow(), wait: time.wait, returned$: EMPTY }).find()).resolves.toEqual(
      [],
    )
    expect(time.now()).toBe(LATE_MS_MAX)
  })

  it.each([
    ['no detail', undefined],
    ['a text', 'wallet'],
    ['no info', { provider: createFakeWallet() }],
    ['no provider', { info: { uuid: 'a', name: 'Keyring' } }],
    ['a provider that cannot be asked', { info: { uuid: 'a', name: 'Keyring' }, provider: { request: true } }],
    ['an id that is no text', { info: { uuid: 7, name: 'Keyring' }, provider: createFakeWallet() }],
    ['no name', { info: { uuid: 'a' }, provider: createFakeWallet() }],
  ])('ignores an announcement with %s', async (_, detail) => {
    const window = createWindow()
    const wallets = createWallets({ window, ...instantly })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.dispatchEvent(new Event('eip6963:announceProvider'))
    await expect(wallets.find()).resolves.toEqual([])
  })

  it.each([
    ['a picture from elsewhere', { icon: 'https://tracker.test/pixel.png' }, { icon: null }],
    ['a script for a picture', { icon: 'javascript:alert(1)' }, { icon: null }],
    ['a name without end', { name: 'x'.repeat(5_000) }, { name: 'x'.repeat(64) }],
  ])('does not take %s', async (_, info, expected) => {
    const window = createWindow()
    announce(window, createFakeWallet(), { uuid: 'a', name: 'Keyring', ...info })
    await expect(createWallets({ window, ...instantly }).find()).resolves.toMatchObject([expected])
  })

  it('has no bridge to a wallet that it has not found', () => {
    const wallets = createWallets({ window: createWindow(), ...instantly })
    expect(() => wallets.bridge('nobody')).toThrow('noWallet')
    expect(() => wallets.bridge(INJECTED)).toThrow('noWallet')
  })
})

describe('a wallet that appears after the search', () => {
  afterEach(() => vi.useRealTimers())

  const waiting = (ethereum?: unknown) => {
    vi.useFakeTimers()
    const window: EventTarget & { ethereum?: unknown } = createWindow(ethereum ? { ethereum } : {})
    const returned$ = new Subject<void>()
    const wallets = createWallets({ window, wait: async () => {}, returned$ })
    const seen: unknown[] = []
    const subscription = wallets.appeared$.subscribe((found) => seen.push(found))
    return { window, seen, returned$, subscription }
  }
  const injected = [{ id: INJECTED, name: '', icon: null }]

  it('is reported once, when it announces itself', () => {
    const { window, seen } = waiting()
    const wallet = createFakeWallet()
    announce(window, wallet, { uuid: 'late', name: 'Late' })
    announce(window, createFakeWallet(), { uuid: 'later', name: 'Later' })
    expect(seen).toEqual([[{ id: 'late', name: 'Late', icon: null }]])
    expect(methodsOf(wallet)).toEqual([])
  })

  it('is noticed in window.ethereum by its event, within a second, or at a return to the page', () => {
    const byEvent = waiting()
    byEvent.window.ethereum = createFakeWallet()
    byEvent.window.dispatchEvent(new Event('ethereum#initialized'))
    expect(byEvent.seen).toEqual([injected])

    const byLook = waiting()
    byLook.window.ethereum = createFakeWallet()
    vi.advanceTimersByTime(1_000)
    expect(byLook.seen).toEqual([injected])

    const byReturn = waiting()
    vi.advanceTimersByTime(LATE_LOOKS * 1_000)
    byReturn.window.ethereum = createFakeWallet()
    vi.advanceTimersByTime(60_000)
    expect(byReturn.seen).toEqual([])
    byReturn.returned$.next()
    expect(byReturn.seen).toEqual([injected])
  })

  it('is not reported beside one that was there before, or after the end', () => {
    const before = waiting(createFakeWallet())
    announce(before.window, createFakeWallet(), { uuid: 'late', name: 'Late' })
    expect(before.seen).toEqual([])
    const ended = waiting()
    ended.subscription.unsubscribe()
    announce(ended.window, createFakeWallet(), { uuid: 'late', name: 'Late' })
    expect(ended.seen).toEqual([])
  })
})
