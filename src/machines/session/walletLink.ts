import { assign, setup } from 'xstate'
import { holdsAddress, isOurChain } from '../../rules/account/network.ts'
import { dep } from '../actors/call.ts'
import { later, laterWatch } from '../actors/later.ts'
import { withEvent } from '../parts/with-event.ts'
import { reasonOf, type SessionReason } from './session-reason.ts'
import type { OfWallet, WalletEvent } from './session-types.ts'

/** `address`: the one that signed in, or null for a password. */
type Input = OfWallet & { address: string | null }

type Output = { reason: SessionReason | null }

/**
 * Watches the signed-in user's wallet. It ends if the wallet no longer holds that account, and asks it to switch
 * back if it leaves the network. `reason`: why it ended, or why the network is wrong.
 */
export const walletLinkMachine = setup({
  types: {
    context: {} as Input & Output,
    input: {} as Input,
    output: {} as Output,
    events: {} as WalletEvent | { type: 'wallet.switchBack' },
    tags: {} as 'wrongChain',
  },
  actors: {
    watchWallet: laterWatch((of: Input) =>
      of.address === null ? Promise.resolve(() => () => {}) : dep('walletSide')().then((side) => side.watchWallet),
    ),
    switchChain: later(async () => (await dep('walletSide')()).switchChain),
  },
  actions: {
    keepWallet: assign((_, { walletId }: OfWallet) => ({ walletId })),
    noteReason: assign((_, { reason }: Output) => ({ reason })),
  },
  guards: {
    isOurChain: (_, { chainId }: { chainId: string }) => isOurChain(chainId),
    isOtherChain: (_, { chainId }: { chainId: string }) => !isOurChain(chainId),
    isOtherAccount: ({ context: { address } }, { accounts }: { accounts: readonly string[] }) =>
      address !== null && !holdsAddress(accounts, address),
  },
}).createMachine({
  id: 'walletLink',
  description: 'The signed-in user’s wallet: its account and its network.',
  context: ({ input }) => ({ ...input, reason: null }),
  output: ({ context: { reason } }) => ({ reason }),
  invoke: {
    src: 'watchWallet',
    id: 'watchWallet',
    input: ({ context: { walletId, address } }) => ({ walletId, address }),
  },
  initial: 'right',
  on: {
    'wallet.chainChanged': [
      { guard: withEvent('isOurChain'), target: '.right' },
      { target: '.asking', actions: withEvent('keepWallet') },
    ],
    'wallet.accountsChanged': {
      guard: withEvent('isOtherAccount'),
      target: '.gone',
      actions: { type: 'noteReason', params: { reason: 'accountChanged' } },
    },
    'wallet.disconnected': {
      target: '.gone',
      actions: { type: 'noteReason', params: { reason: 'walletDisconnected' } },
    },
  },
  states: {
    right: {
      entry: { type: 'noteReason', params: { reason: null } },
      on: {
        'wallet.chainSeen': { guard: withEvent('isOtherChain'), target: 'wrong', actions: withEvent('keepWallet') },
      },
    },
    asking: {
      tags: 'wrongChain',
      invoke: {
        src: 'switchChain',
        id: 'switchBack',
        input: ({ context: { walletId } }) => ({ walletId }),
        onDone: 'right',
        onError: {
          target: 'wrong',
          actions: { type: 'noteReason', params: ({ event }) => ({ reason: reasonOf(event.error) }) },
        },
      },
    },
    wrong: {
      description: 'Returning to the page never opens a prompt.',
      tags: 'wrongChain',
      on: {
        'wallet.switchBack': 'asking',
        'wallet.chainSeen': { guard: withEvent('isOurChain'), target: 'right' },
      },
    },
    gone: { type: 'final' },
  },
})
