import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { type AnyEventObject, createActor, setup } from 'xstate'
import { createWallets } from '../../../src/machines/actors/browser-wallets.ts'
import { laterWatch } from '../../../src/machines/actors/later.ts'
import { createWatchWallet } from '../../../src/machines/actors/watch-wallet.ts'
import { ADDRESS, OTHER_ADDRESS } from '../kit/people.ts'
import { announce, createFakeWallet, createWindow, type Habits, methodsOf, walletError } from './fake-wallet.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Watches one of two wallets, and records its events; `first`: those of the start. */
async function watching({
  walletId = '',
  address = ADDRESS as string | null,
  stopAtOnce = false,
  mine: habits = { accounts: [ADDRESS.toLowerCase()] } as Habits,
  other: otherHabits = { accounts: [OTHER_ADDRESS] } as Habits,
} = {}) {
  const mine = createFakeWallet(habits)
  const other = createFakeWallet(otherHabits)
  const returned$ = new Subject<void>()
  const window = createWindow()
  announce(window, other, { uuid: 'other', name: 'Other' })
  announce(window, mine, { uuid: 'mine', name: 'Mine' })
  const wallets = createWallets({ window, returned$, wait: async () => {} })
  await wallets.find()
  const told: AnyEventObject[] = []
  const parent = setup({
    actors: { watch: laterWatch(async () => createWatchWallet(wallets, returned$)) },
    actions: { note: ({ event }) => told.push(event) },
  }).createMachine({
    invoke: { src: 'watch', input: { walletId, address } },
    on: { '*': { actions: 'note' } },
  })
  const actor = createActor(parent).start()
  if (stopAtOnce) actor.stop()
  await settle()
  const comeBack = async () => {
    returned$.next()
    await settle()
    return told.splice(0)
  }
  return { told, first: told.splice(0), mine, other, comeBack, stop: () => actor.stop() }
}

describe('watching the wallet that signed in', () => {
  it('reports other accounts, another chain, and the disconnect', async () => {
    const { told, mine } = await watching({ walletId: 'mine' })
    mine.emitter.emit('accountsChanged', [OTHER_ADDRESS])
    mine.emitter.emit('accountsChanged', [])
    mine.emitter.emit('accountsChanged', undefined)
    mine.emitter.emit('chainChanged', '0x1')
    mine.emitter.emit('disconnect', walletError(4900))
    expect(told).toEqual([
      { type: 'wallet.accountsChanged', accounts: [OTHER_ADDRESS] },
      { type: 'wallet.accountsChanged', accounts: [] },
      { type: 'wallet.accountsChanged', accounts: [] },
      { type: 'wallet.chainChanged', chainId: '0x1', walletId: 'mine' },
      { type: 'wallet.disconnected' },
    ])
  })

  it('ignores a reconnecting wallet', async () => {
    const { told, mine } = await watching({ walletId: 'mine' })
    mine.emitter.emit('disconnect', walletError(1013))
    expect(told).toEqual([])
  })

  it('finds the wallet with the address after a reload, without a prompt', async () => {
    const { told, mine, other } = await watching()
    for (const wallet of [mine, other]) expect(methodsOf(wallet)).toEqual(['eth_accounts', 'eth_chainId'])
    other.emitter.emit('accountsChanged', [])
    mine.emitter.emit('chainChanged', '0xa4b1')
    expect(told).toEqual([{ type: 'wallet.chainChanged', chainId: '0xa4b1', walletId: 'mine' }])
  })

  it('watches nothing without a wallet with the address, or without a wallet session', async () => {
    for (const address of ['0x0000000000000000000000000000000000000001', null]) {
      const { told, mine, other } = await watching({ address })
      mine.emitter.emit('accountsChanged', [])
      other.emitter.emit('disconnect')
      expect(told).toEqual([])
    }
  })

  it('asks for account and chain at the start, as they may have changed during the signature, and at each return', async () => {
    const habits: Habits = { accounts: [ADDRESS], chainId: '0x1' }
    const { first, mine, comeBack } = await watching({ walletId: 'mine', mine: habits })
    expect(first).toEqual([
      { type: 'wallet.accountsChanged', accounts: [ADDRESS] },
      { type: 'wallet.chainSeen', chainId: '0x1', walletId: 'mine' },
    ])
    habits.accounts = [OTHER_ADDRESS]
    expect(await comeBack()).toContainEqual({ type: 'wallet.accountsChanged', accounts: [OTHER_ADDRESS] })
    expect(new Set(methodsOf(mine))).toEqual(new Set(['eth_accounts', 'eth_chainId']))
  })

  it('reports accounts that are gone at a return only if the wallet has named them, and never an error', async () => {
    const habits: Habits = { accounts: [] }
    const { first, comeBack } = await watching({ walletId: 'mine', mine: habits })
    expect(first).toEqual([])
    expect(await comeBack()).toEqual([])
    habits.accounts = [ADDRESS]
    expect(await comeBack()).toHaveLength(2)
    habits.throws = { eth_accounts: walletError(-32_603) }
    expect(await comeBack()).toEqual([])
    habits.throws = {}
    habits.accounts = []
    expect(await comeBack()).toContainEqual({ type: 'wallet.accountsChanged', accounts: [] })
  })

  it('reports after a reload that the address is gone, unless a wallet is locked', async () => {
    const locked: Habits = { accounts: [] }
    const { first, mine, comeBack } = await watching({ mine: locked })
    expect(first).toEqual([])
    locked.accounts = [ADDRESS]
    expect(await comeBack()).toContainEqual({ type: 'wallet.accountsChanged', accounts: [ADDRESS] })
    expect(mine.emitter.eventNames()).toHaveLength(3)
    const gone = await watching({ mine: { accounts: [OTHER_ADDRESS] } })
    expect(gone.first).toContainEqual({ type: 'wallet.accountsChanged', accounts: [OTHER_ADDRESS] })
  })

  it('unsubscribes when it ends, even during the search', async () => {
    const { mine, comeBack, stop } = await watching({ walletId: 'mine' })
    expect(mine.emitter.eventNames()).toHaveLength(3)
    stop()
    expect(await comeBack()).toEqual([])
    expect(mine.emitter.eventNames()).toEqual([])
    const looking = await watching({ stopAtOnce: true })
    expect(looking.mine.emitter.eventNames()).toEqual([])
  })
})
