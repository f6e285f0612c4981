import { expect } from 'vitest'
import { refusalKey } from '../../../src/machines/parts/refusal.ts'
import { WalletRefused } from '../../../src/machines/session/session-reason.ts'
import { walletSignInMachine } from '../../../src/machines/session/walletSignIn.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const challenge = { nonce: 'nonce-of-one-login', message: 'quoin.test wants you to sign in' }

testMachine(walletSignInMachine, [
  {
    shows: 'asks for the chain, the account and a signature in turn, and ends with a token or the reason why not',
    input: () => ({ walletId: 'wallet-1', inviteCode: 'FRIEND22' }),
    events: [
      done('switchChain'),
      failed('switchChain', new WalletRefused('chainRefused')),
      failed('switchChain', new WalletRefused('promptOpen')),
      done('requestAccount', address),
      failed('requestAccount', new WalletRefused('accountRefused')),
      done('requestChallenge', challenge),
      failed('requestChallenge', refused('tooManyRequests')),
      failed('requestChallenge', unanswered),
      done('signMessage', '0xsigned'),
      failed('signMessage', new WalletRefused('signatureRefused')),
      done('registerAddress', 'token-of-one-login'),
      failed('registerAddress', refused('walletSignInFailed')),
      failed('registerAddress', refused('wrongInviteCode')),
      failed('registerAddress', refused('contractWalletUnsupported')),
      failed('registerAddress', refused('inviterNotFound')),
      failed('registerAddress', refused('accountFrozen')),
      failed('registerAddress', unanswered),
    ],
    distinct: ({ reason }) => reason,
    states: {
      '*': ({ begun, snapshot }) => {
        const prompts = ['switchingChain', 'requestingAccount', 'signing'].some((state) => state === snapshot().value)
        expect(snapshot().hasTag('prompt')).toBe(prompts)
        expect(begun).toEqual(
          [
            { id: 'switchChain', src: 'switchChain', input: { walletId: 'wallet-1' } },
            { id: 'requestAccount', src: 'requestAccount', input: { walletId: 'wallet-1' } },
            { id: 'requestChallenge', src: 'requestChallenge', input: { address } },
            {
              id: 'signMessage',
              src: 'signMessage',
              input: { walletId: 'wallet-1', address, message: challenge.message },
            },
            {
              id: 'registerAddress',
              src: 'registerAddress',
              input: { address, sign: '0xsigned', nonce: challenge.nonce, inviteCode: 'FRIEND22' },
            },
          ].slice(0, begun.length),
        )
      },
      signedIn: ({ snapshot }) => {
        expect(snapshot().output).toEqual({ token: 'token-of-one-login', reason: null })
      },
      frozen: ({ snapshot }) => {
        expect(snapshot().output).toEqual({ token: null, reason: null })
      },
      refused: ({ snapshot, passed }) => {
        const error: unknown = passed.at(-1)?.error
        const key = refusalKey(error) ?? ''
        const ofWallet = key === 'contractWalletUnsupported' ? 'contractWallet' : 'signInRefused'
        const ofKey = /invite/i.test(key) ? 'inviteRefused' : ofWallet
        const ofServer = error === unanswered ? 'networkFailed' : ofKey
        expect(snapshot().output).toEqual({
          token: null,
          reason: error instanceof WalletRefused ? error.reason : ofServer,
        })
      },
    },
  },
])
