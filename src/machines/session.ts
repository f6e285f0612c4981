import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Lang } from '../api/fields.ts'
import type { UserInfo } from '../api/user.ts'
import type { Wallet } from '../api/wallet.ts'
import { holdsAddress, isOurChain } from '../rules/network.ts'
import { isNewer } from '../rules/wallets.ts'
import { mustProvide } from './must-provide.ts'
import { refusalKey } from './refusal.ts'
import { reasonOf, type SessionReason } from './session-reason.ts'
import type * as session from './session-types.ts'
import type { Found, Loaded, OfWallet, Outcome } from './session-types.ts'
import { walletSignInMachine } from './walletSignIn.ts'

/** Who is here: a guest who looks around, someone signing in with a wallet, or someone signed in. */
export const sessionMachine = setup({
  types: {
    context: {} as session.SessionContext,
    input: {} as session.SessionInput,
    events: {} as session.SessionEvent,
    tags: {} as session.SessionTag,
  },
  actors: {
    findWallets: fromPromise<readonly session.FoundWallet[]>(mustProvide('findWallets')),
    walletSignIn: walletSignInMachine,
    switchChain: fromPromise<void, OfWallet>(mustProvide('switchChain')),
    watchWallet: fromCallback<{ type: 'none' }, OfWallet & { address: string | null }>(mustProvide('watchWallet')),
    loadAccount: fromPromise<session.Account>(mustProvide('loadAccount')),
    saveLang: fromPromise<Lang, { lang: Lang }>(mustProvide('saveLang')),
    logOut: fromPromise<void>(mustProvide('logOut')),
  },
  actions: {
    storeToken: (_, __: { token: string }) => mustProvide('storeToken', 'action')(),
    storeUserInfo: (_, __: { userInfo: UserInfo }) => mustProvide('storeUserInfo', 'action')(),
    storeLang: (_, __: { lang: Lang }) => mustProvide('storeLang', 'action')(),
    clearStoredUser: mustProvide('clearStoredUser', 'action'),
    keepLang: assign((_, { lang }: { lang: Lang }) => ({ lang })),
    keepWallets: assign((_, { output }: Found) => ({ wallets: output, walletId: output[0]?.id ?? '' })),
    keepWallet: assign((_, { walletId }: OfWallet) => ({ walletId })),
    keepToken: assign((_, { token, method }: { token: string; method: session.SignInMethod }) => ({ token, method })),
    keepAccount: assign((_, { output }: Loaded) => ({ ...output, method: output.userInfo.method })),
    keepOutcome: assign((_, { output }: Outcome) => ({ token: output.token, method: 'wallet' as const })),
    noteLang: assign(({ context: { userInfo } }, { output }: { output: Lang }) => ({
      userInfo: userInfo && { ...userInfo, lang: output },
    })),
    keepWalletInfo: assign((_, { wallet }: { wallet: Wallet }) => ({ walletInfo: wallet })),
    noteStatus: assign(({ context: { userInfo } }, { status }: { status: UserInfo['status'] }) => ({
      userInfo: userInfo && { ...userInfo, status },
    })),
    noteLogin: assign({ hasLogin: true, reason: null, inviteCode: null }),
    noteReason: assign((_, { reason }: { reason: SessionReason | null }) => ({
      reason,
      ...(reason === 'inviteRefused' ? { inviteCode: null } : {}),
    })),
    keepInvite: assign((_, { inviteCode }: { inviteCode?: string | null }) => (inviteCode ? { inviteCode } : {})),
    forgetAttempt: assign({ reason: null, inviteCode: null }),
    forgetUser: assign({ hasLogin: false, userInfo: null, walletInfo: null }),
    forgetToken: assign({ token: null, method: null }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    foundNone: (_, { output }: Found) => output.length === 0,
    hasOneWallet: ({ context }) => context.wallets.length === 1,
    hasReason: ({ context }) => context.reason !== null,
    isSignedIn: (_, { output }: Outcome) => output.token !== null,
    isRefused: (_, { output }: Outcome) => output.reason !== null,
    isPasswordSession: ({ context }) => context.method === 'password',
    isLangNews: ({ context: { lang, userInfo } }) => userInfo !== null && userInfo.lang !== lang,
    isFrozen: (_, { error }: { error: unknown }) => refusalKey(error) === 'accountFrozen',
    isOurChain: (_, { chainId }: { chainId: string }) => isOurChain(chainId),
    isOtherAccount: ({ context }, { accounts }: { accounts: readonly string[] }) =>
      context.method === 'wallet' && !holdsAddress(accounts, context.userInfo?.address),
    isNewer: ({ context: { walletInfo } }, { wallet }: { wallet: Wallet }) =>
      walletInfo !== null && isNewer(walletInfo, wallet),
  },
}).createMachine({
  id: 'session',
  description: 'Quotes are public: whoever is not signed in looks around as a guest.',
  context: ({ input: { token, userInfo, lang, inviteCode = null } }) => ({
    hasLogin: false,
    userInfo,
    walletInfo: null,
    lang,
    token,
    method: userInfo?.method ?? null,
    wallets: [],
    walletId: '',
    reason: null,
    inviteCode,
  }),
  initial: 'starting',
  on: {
    'session.signedIn': { target: '.signedIn', actions: { type: 'keepToken', params: ({ event }) => event } },
    'session.accountFrozen': '.frozen',
    'session.setLang': {
      actions: [
        { type: 'keepLang', params: ({ event }) => event },
        { type: 'storeLang', params: ({ event }) => event },
      ],
    },
  },
  states: {
    starting: {
      always: [{ guard: 'hasToken', target: 'signedIn' }, { target: 'signedOut.looking' }],
    },
    signedOut: {
      tags: 'guest',
      entry: 'forgetToken',
      initial: 'arriving',
      on: {
        'session.connectWallet': {
          target: '.finding',
          actions: { type: 'keepInvite', params: ({ event }) => event },
        },
        'session.lookAround': '.guest',
      },
      states: {
        arriving: {
          always: [{ guard: 'hasReason', target: 'tip' }, { target: 'guest' }],
        },
        guest: { entry: 'forgetAttempt' },
        tip: { tags: 'tip' },
        login: { tags: 'login', entry: { type: 'noteReason', params: { reason: 'sessionInvalid' } } },
        looking: {
          description: 'At launch: a wallet that is there begins to sign in; without one a guest looks around.',
          invoke: {
            src: 'findWallets',
            id: 'lookForWallets',
            onDone: [
              { guard: { type: 'foundNone', params: ({ event }) => event }, target: 'guest' },
              { target: 'choosing', actions: { type: 'keepWallets', params: ({ event }) => event } },
            ],
            onError: 'guest',
          },
        },
        finding: {
          tags: 'connecting',
          entry: { type: 'noteReason', params: { reason: null } },
          invoke: {
            src: 'findWallets',
            id: 'findWallets',
            onDone: [
              {
                guard: { type: 'foundNone', params: ({ event }) => event },
                target: 'tip',
                actions: { type: 'noteReason', params: { reason: 'noWallet' } },
              },
              { target: 'choosing', actions: { type: 'keepWallets', params: ({ event }) => event } },
            ],
            onError: { target: 'tip', actions: { type: 'noteReason', params: { reason: 'walletFailed' } } },
          },
        },
        choosing: {
          tags: ['connecting', 'choosing'],
          always: { guard: 'hasOneWallet', target: 'connecting' },
          on: {
            'session.chooseWallet': {
              target: 'connecting',
              actions: { type: 'keepWallet', params: ({ event }) => event },
            },
          },
        },
        connecting: {
          tags: 'connecting',
          on: { 'session.connectWallet': { description: 'The wallet’s own prompt is open: one is enough.' } },
          invoke: {
            src: 'walletSignIn',
            id: 'walletSignIn',
            input: ({ context: { walletId, inviteCode } }) => ({ walletId, inviteCode }),
            onDone: [
              {
                guard: { type: 'isSignedIn', params: ({ event }) => event },
                target: '#session.signedIn',
                actions: { type: 'keepOutcome', params: ({ event }) => event },
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => event },
                target: 'tip',
                actions: { type: 'noteReason', params: ({ event }) => event.output },
              },
              { target: '#session.frozen' },
            ],
            onError: { target: 'tip', actions: { type: 'noteReason', params: { reason: 'walletFailed' } } },
          },
        },
      },
    },
    signedIn: {
      tags: 'signedIn',
      type: 'parallel',
      entry: ['noteLogin', { type: 'storeToken', params: ({ context }) => ({ token: context.token ?? '' }) }],
      exit: ['forgetUser', 'clearStoredUser'],
      on: {
        'session.logOut': { target: 'leaving', actions: { type: 'noteReason', params: { reason: null } } },
        'session.expired': [
          { guard: 'isPasswordSession', target: 'signedOut.login' },
          { target: 'signedOut.tip', actions: { type: 'noteReason', params: { reason: 'sessionInvalid' } } },
        ],
        'wallet.accountsChanged': {
          guard: { type: 'isOtherAccount', params: ({ event }) => event },
          target: 'leaving',
          actions: { type: 'noteReason', params: { reason: 'accountChanged' } },
        },
        'wallet.disconnected': {
          target: 'leaving',
          actions: { type: 'noteReason', params: { reason: 'walletDisconnected' } },
        },
        'account.status': { actions: { type: 'noteStatus', params: ({ event }) => event } },
        'account.wallet': {
          guard: { type: 'isNewer', params: ({ event }) => event },
          actions: { type: 'keepWalletInfo', params: ({ event }) => event },
        },
      },
      states: {
        account: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                src: 'loadAccount',
                id: 'loadAccount',
                onDone: {
                  target: 'ready',
                  actions: [
                    { type: 'keepAccount', params: ({ event }) => event },
                    { type: 'storeUserInfo', params: ({ event }) => event.output },
                  ],
                },
                onError: [
                  { guard: { type: 'isFrozen', params: ({ event }) => event }, target: '#session.frozen' },
                  { target: 'unreachable' },
                ],
              },
            },
            ready: {
              tags: 'ready',
              invoke: {
                src: 'watchWallet',
                id: 'watchWallet',
                input: ({ context: { walletId, method, userInfo } }) => ({
                  walletId,
                  address: method === 'wallet' ? (userInfo?.address ?? null) : null,
                }),
              },
            },
            unreachable: { tags: 'unreachable', on: { 'session.reload': 'loading' }, after: { 5000: 'loading' } },
          },
        },
        chain: {
          initial: 'right',
          on: {
            'wallet.chainChanged': [
              { guard: { type: 'isOurChain', params: ({ event }) => event }, target: '.right' },
              { target: '.asking', actions: { type: 'keepWallet', params: ({ event }) => event } },
            ],
          },
          states: {
            right: { entry: { type: 'noteReason', params: { reason: null } } },
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
            wrong: { tags: 'wrongChain', on: { 'session.switchBack': 'asking' } },
          },
        },
        language: {
          description: 'The account’s language follows the one chosen on this device.',
          initial: 'settled',
          states: {
            settled: {
              always: { guard: 'isLangNews', target: 'saving' },
            },
            saving: {
              invoke: {
                src: 'saveLang',
                id: 'saveLang',
                input: ({ context: { lang } }) => ({ lang }),
                onDone: { target: 'settled', actions: { type: 'noteLang', params: ({ event }) => event } },
                onError: 'failed',
              },
            },
            failed: { after: { 5000: 'settled' } },
          },
        },
      },
    },
    leaving: {
      tags: ['guest', 'leaving'],
      invoke: { src: 'logOut', id: 'logOut', onDone: 'signedOut', onError: 'signedOut' },
      after: { 3000: 'signedOut' },
    },
    frozen: {
      tags: 'frozen',
      entry: 'forgetToken',
      on: { 'session.lookAround': 'signedOut.guest', 'session.connectWallet': 'signedOut.finding' },
    },
  },
})
