import { describe, expect, it } from 'vitest'
import { type AnyEventObject, createActor, setup } from 'xstate'
import { createWallets } from '../../../src/machines/actors/browser-wallets.ts'
import { laterWatch } from '../../../src/machines/actors/later.ts'
import { createWatchWallet } from '../../../src/machines/actors/watch-wallet.ts'
import { ADDRESS, OTHER_ADDRESS } from '../kit/people.ts'
import { announce, createFakeWallet, createWindow, methodsOf, walletError } from './fake-wallet.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Watches one of two wallets, and records its events. */
async function watching({ walletId = '', address = ADDRESS as string | null, stopAtOnce = false } = {}) {
  const mine = createFakeWallet({ accounts: [ADDRESS.toLowerCase()] })
  const other = createFakeWallet({ accounts: [OTHER_ADDRESS] })
  const window = createWindow()
  announce(window, other, { uuid: 'other', name: 'Other' })
  announce(window, mine, { uuid: 'mine', name: 'Mine' })
  const wallets = createWallets({ window, wait: async () => {} })
  await wallets.find()
  const told: AnyEventObject[] = []
  const parent = setup({
    actors: { watch: laterWatch(async () => createWatchWallet(wallets)) },
    actions: { note: ({ event }) => told.push(event) },
  }).createMachine({
    invoke: { src: 'watch', input: { walletId, address } },
    on: { '*': { actions: 'note' } },
  })
  const actor = createActor(parent).start()
  if (stopAtOnce) actor.stop()
  await settle()
  return { told, mine, other, stop: () => actor.stop() }
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
    expect([...methodsOf(mine), ...methodsOf(other)]).toEqual(['eth_accounts', 'eth_accounts'])
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

  it('unsubscribes when it ends, even during the search', async () => {
    const { mine, stop } = await watching({ walletId: 'mine' })
    expect(mine.emitter.eventNames()).toHaveLength(3)
    stop()
    expect(mine.emitter.eventNames()).toEqual([])
    const looking = await watching({ stopAtOnce: true })
    expect(looking.mine.emitter.eventNames()).toEqual([])
  })
})
