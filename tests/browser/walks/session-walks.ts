import { WalletRefused } from '../../../src/machines/session-reason.ts'
import { refused, unanswered } from '../../models/answers.ts'
import { done, failed } from '../../models/paths.ts'
import { ada, purse, vitalia } from '../../models/people.ts'
import { sessionWalk } from './session.ts'

const first = { id: 'wallet-1', name: 'First', icon: null }
const second = { id: 'wallet-2', name: 'Second', icon: null }
const connect = { type: 'session.connectWallet' } as const
const lookAround = { type: 'session.lookAround' } as const
const logOut = { type: 'session.logOut' } as const
const expired = { type: 'session.expired' } as const
const signedIn = done('walletSignIn', { token: 'a-token', reason: null })
const loaded = done('loadAccount', { userInfo: vitalia, walletInfo: purse })

export const sessionWalks = [
  sessionWalk(
    {
      shows: 'a browser without a wallet',
      events: [done('lookForWallets', []), connect, done('findWallets', []), lookAround],
      goal: (now) => now.matches({ signedOut: 'guest' }),
    },
    [],
  ),
  sessionWalk(
    {
      shows: 'a wallet that signs in, or does not',
      events: [
        done('lookForWallets', [first]),
        done('findWallets', [first]),
        signedIn,
        done('walletSignIn', { token: null, reason: 'signatureRefused' }),
        done('walletSignIn', { token: null, reason: null }),
        loaded,
        connect,
        lookAround,
      ],
    },
    ['First'],
  ),
  sessionWalk(
    {
      shows: 'a wallet that changes once it has signed in',
      events: [
        done('lookForWallets', [first]),
        done('findWallets', [first]),
        signedIn,
        loaded,
        connect,
        expired,
        logOut,
        done('logOut'),
        { type: 'wallet.accountsChanged', accounts: [] },
        { type: 'wallet.accountsChanged', accounts: [vitalia.address?.toLowerCase()] },
        { type: 'wallet.disconnected' },
        { type: 'wallet.chainChanged', chainId: '0x1', walletId: first.id },
        { type: 'wallet.chainChanged', chainId: '0xa4b1', walletId: first.id },
        done('switchBack'),
        failed('switchBack', new WalletRefused('chainRefused')),
        { type: 'session.switchBack' },
      ],
    },
    ['First'],
  ),
  sessionWalk(
    {
      shows: 'several wallets',
      events: [
        done('lookForWallets', [first, second]),
        done('findWallets', [first, second]),
        { type: 'session.chooseWallet', walletId: second.id },
        signedIn,
        loaded,
        connect,
        lookAround,
      ],
    },
    ['First', 'Second'],
  ),
  sessionWalk(
    {
      shows: 'someone with a user name',
      events: [
        done('loadAccount', { userInfo: ada, walletInfo: purse }),
        failed('loadAccount', unanswered),
        failed('loadAccount', refused('accountFrozen')),
        { type: 'session.reload' },
        { type: 'session.signedIn', token: 'another-token', method: 'password' },
        { type: 'session.accountFrozen' },
        lookAround,
        expired,
        logOut,
        done('logOut'),
        failed('logOut', unanswered),
      ],
    },
    [],
    { token: 'a-token', userInfo: null, lang: 'en' },
  ),
  sessionWalk(
    {
      shows: 'the language of an account',
      events: [
        done('loadAccount', { userInfo: { ...ada, lang: 'it' }, walletInfo: purse }),
        { type: 'session.setLang', lang: 'es' },
        done('saveLang', 'en'),
        done('saveLang', 'es'),
        failed('saveLang', unanswered),
      ],
    },
    [],
    { token: 'a-token', userInfo: null, lang: 'it' },
  ),
]
