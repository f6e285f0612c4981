import { assign, setup } from 'xstate'
import { dep } from '../actors/call.ts'
import { later } from '../actors/later.ts'
import { refusalKey } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'
import { reasonOf } from './session-reason.ts'
import type { Challenge, OfWallet, WalletSignInOutput } from './session-types.ts'

/** `inviteCode`: from the link, or null. It applies to a new address. */
type Input = OfWallet & { inviteCode: string | null }

type Context = Input & WalletSignInOutput & { address: string; challenge: Challenge; sign: string }

/** Signs in by a wallet's address: chain, account, challenge, signature, registration. Each step may end it. */
export const walletSignInMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    output: {} as WalletSignInOutput,
    tags: {} as 'prompt',
  },
  actors: {
    switchChain: later(async () => (await dep('walletSide')()).switchChain),
    requestAccount: later(async () => (await dep('walletSide')()).requestAccount),
    requestChallenge: later(async () => (await dep('walletSide')()).requestChallenge),
    signMessage: later(async () => (await dep('walletSide')()).signMessage),
    registerAddress: later(async () => (await dep('walletSide')()).registerAddress),
  },
  actions: {
    keepAddress: assign((_, { output }: { output: string }) => ({ address: output })),
    keepChallenge: assign((_, { output }: { output: Challenge }) => ({ challenge: output })),
    keepSign: assign((_, { output }: { output: string }) => ({ sign: output })),
    keepToken: assign((_, { output }: { output: string }) => ({ token: output })),
    noteReason: assign((_, { error }: { error: unknown }) => ({ reason: reasonOf(error) })),
  },
  guards: {
    isFrozen: (_, { error }: { error: unknown }) => refusalKey(error) === 'accountFrozen',
  },
}).createMachine({
  id: 'walletSignIn',
  description:
    'Signing in by a wallet: the wallet is asked for its chain, an account and a signature, and nothing else.',
  context: ({ input }) => ({
    ...input,
    address: '',
    challenge: { nonce: '', message: '' },
    sign: '',
    token: null,
    reason: null,
  }),
  output: ({ context: { token, reason } }) => ({ token, reason }),
  initial: 'switchingChain',
  states: {
    switchingChain: {
      tags: 'prompt',
      invoke: {
        src: 'switchChain',
        id: 'switchChain',
        input: ({ context: { walletId } }) => ({ walletId }),
        onDone: 'requestingAccount',
        onError: { target: 'refused', actions: withEvent('noteReason') },
      },
    },
    requestingAccount: {
      tags: 'prompt',
      invoke: {
        src: 'requestAccount',
        id: 'requestAccount',
        input: ({ context: { walletId } }) => ({ walletId }),
        onDone: { target: 'requestingChallenge', actions: withEvent('keepAddress') },
        onError: { target: 'refused', actions: withEvent('noteReason') },
      },
    },
    requestingChallenge: {
      invoke: {
        src: 'requestChallenge',
        id: 'requestChallenge',
        input: ({ context: { address } }) => ({ address }),
        onDone: { target: 'signing', actions: withEvent('keepChallenge') },
        onError: { target: 'refused', actions: withEvent('noteReason') },
      },
    },
    signing: {
      tags: 'prompt',
      invoke: {
        src: 'signMessage',
        id: 'signMessage',
        input: ({ context: { walletId, address, challenge } }) => ({ walletId, address, message: challenge.message }),
        onDone: { target: 'registering', actions: withEvent('keepSign') },
        onError: { target: 'refused', actions: withEvent('noteReason') },
      },
    },
    registering: {
      invoke: {
        src: 'registerAddress',
        id: 'registerAddress',
        input: ({ context: { address, sign, challenge, inviteCode } }) => ({
          address,
          sign,
          nonce: challenge.nonce,
          inviteCode,
        }),
        onDone: { target: 'signedIn', actions: withEvent('keepToken') },
        onError: [
          { guard: withEvent('isFrozen'), target: 'frozen' },
          { target: 'refused', actions: withEvent('noteReason') },
        ],
      },
    },
    signedIn: { type: 'final' },
    frozen: { type: 'final' },
    refused: { type: 'final' },
  },
})
