import { expect } from 'vitest'
import { walletLinkMachine } from '../../../src/machines/session/walletLink.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { ADDRESS, OTHER_ADDRESS } from '../kit/people.ts'

const elsewhere = { type: 'wallet.chainChanged', chainId: '0x1', walletId: 'wallet-2' } as const
const back = { type: 'wallet.chainChanged', chainId: '0xa4b1', walletId: 'wallet-2' } as const
const seenElsewhere = { type: 'wallet.chainSeen', chainId: '0x1', walletId: 'wallet-2' } as const
const seenBack = { type: 'wallet.chainSeen', chainId: '0xa4b1', walletId: 'wallet-2' } as const
const other = { type: 'wallet.accountsChanged', accounts: [OTHER_ADDRESS] } as const
const disconnected = { type: 'wallet.disconnected' } as const
const switchBack = { type: 'wallet.switchBack' } as const

testMachine(walletLinkMachine, [
  {
    shows: 'follows the wallet that signed in, and asks it back to its chain',
    input: () => ({ walletId: 'wallet-1', address: ADDRESS }),
    callbacks: ['watchWallet'],
    events: [
      elsewhere,
      back,
      seenElsewhere,
      seenBack,
      { type: 'wallet.accountsChanged', accounts: [] },
      { type: 'wallet.accountsChanged', accounts: [ADDRESS.toLowerCase()] },
      other,
      disconnected,
      done('switchBack'),
      failed('switchBack', unanswered),
      switchBack,
    ],
    distinct: ({ reason }) => reason,
    states: {
      '*': ({ snapshot, begun }) => {
        expect(begun[0]).toMatchObject({ src: 'watchWallet', input: { walletId: 'wallet-1', address: ADDRESS } })
        expect(snapshot().hasTag('wrongChain')).toBe(snapshot().matches('asking') || snapshot().matches('wrong'))
      },
      right: ({ snapshot, passed }) => {
        expect(snapshot().context.reason).toBeNull()
        if (passed.at(-1)?.type === other.type) expect(passed.at(-1)?.accounts).toEqual([ADDRESS.toLowerCase()])
      },
      asking: ({ effects }) => {
        expect(effects.get('switchBack')?.input).toEqual({ walletId: 'wallet-2' })
      },
      wrong: ({ snapshot, can, passed, effects }) => {
        const failure = passed.findLastIndex(({ type }) => type === 'xstate.error.actor.switchBack')
        const isRight = passed.findLastIndex(
          (event) => event.chainId === back.chainId || event.type.endsWith('done.actor.switchBack'),
        )
        expect(snapshot().context.reason).toBe(failure > isRight ? 'networkFailed' : null)
        expect(effects.has('switchBack')).toBe(false)
        expect(can(switchBack)).toBe(true)
      },
      gone: ({ snapshot, passed }) => {
        const reason = passed.at(-1)?.type === disconnected.type ? 'walletDisconnected' : 'accountChanged'
        expect(snapshot().output).toEqual({ reason })
      },
    },
  },
  {
    shows: 'cares for no account where a password signed in',
    input: () => ({ walletId: '', address: null }),
    callbacks: ['watchWallet'],
    events: [other],
    states: {
      '*': ({ snapshot }) => {
        expect(snapshot().matches('right')).toBe(true)
      },
    },
  },
])
