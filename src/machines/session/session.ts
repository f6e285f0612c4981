import { assign, fromPromise, sendTo, setup } from 'xstate'
import type { UserInfo } from '../../api/account/user.ts'
import { getInfo } from '../../api/money/wallet.ts'
import type { Lang } from '../../api/wire/fields.ts'
import { info, logout, type SignInMethod } from '../../api/wire/session.ts'
import { dep, send } from '../actors/call.ts'
import { later, laterWatch } from '../actors/later.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { refusalKey } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'
import { accountLangMachine } from './accountLang.ts'
import { isNewer } from './newer-wallet.ts'
import type { Found, Funds, Loaded, NewStatus, OfWallet, Outcome, Why } from './session-types.ts'
import * as session from './session-types.ts'
import { walletLinkMachine } from './walletLink.ts'
import { walletSignInMachine } from './walletSignIn.ts'

/** The session: a guest, a wallet signing in, or a signed-in user. */
export const sessionMachine = setup({
  types: {
    context: {} as session.SessionContext,
    input: {} as session.SessionInput,
    events: {} as session.SessionEvent,
    tags: {} as session.SessionTag,
    children: {} as { walletLink: 'walletLink'; accountLang: 'accountLang' },
  },
  actors: {
    findWallets: later(async () => (await dep('walletSide')()).findWallets),
    watchForWallet: laterWatch((_: undefined) => dep('walletSide')().then((side) => side.watchForWallet)),
    walletSignIn: walletSignInMachine,
    loadAccount: fromPromise<session.Account>(async ({ signal }) => {
      const [userInfo, walletInfo] = await Promise.all([send(info, {}, { signal }), send(getInfo, {}, { signal })])
      return { userInfo, walletInfo }
    }),
    walletLink: walletLinkMachine,
    accountLang: accountLangMachine,
    // Not aborted with its actor, so that it arrives, whatever the answer.
    logOut: fromPromise<void>(async () => {
      await dep('client').call(logout, {}, { quiet: true })
    }),
  },
  actions: {
    storeToken: (_, __: { token: string }) => mustProvide('storeToken', 'action')(),
    storeUserInfo: (_, __: { userInfo: UserInfo }) => mustProvide('storeUserInfo', 'action')(),
    storeLang: (_, __: { lang: Lang }) => mustProvide('storeLang', 'action')(),
    clearStoredUser: mustProvide('clearStoredUser', 'action'),
    keepLang: assign((_, { lang }: { lang: Lang }) => ({ lang })),
    keepWallets: assign((_, { output }: Found) => ({ wallets: output, walletId: output[0]?.id ?? '' })),
    keepWallet: assign((_, { walletId }: OfWallet) => ({ walletId })),
    keepToken: assign((_, { token, method }: { token: string; method: SignInMethod }) => ({ token, method })),
    keepAccount: assign((_, { output }: Loaded) => ({ ...output, method: output.userInfo.method })),
    keepOutcome: assign((_, { output }: Outcome) => ({ token: output.token, method: 'wallet' as const })),
    tellLang: sendTo('accountLang', (_, { lang }: { lang: Lang }) => ({ type: 'lang.choose', lang })),
    keepWalletInfo: assign((_, { wallet }: Funds) => ({ walletInfo: wallet })),
    noteStatus: assign({
      userInfo: ({ context: { userInfo } }, { status }: NewStatus) => userInfo && { ...userInfo, status },
    }),
    keepInfo: assign((_, { userInfo }: { userInfo: UserInfo }) => ({ userInfo })),
    noteLogin: assign({ hasLogin: true, reason: null, inviteCode: null }),
    noteReason: assign((_, { reason }: Why) => ({ reason, ...(reason === 'inviteRefused' && { inviteCode: null }) })),
    keepReferral: assign((_, { inviteCode }: { inviteCode?: string | null }) => (inviteCode ? { inviteCode } : {})),
    forgetAttempt: assign({ reason: null, inviteCode: null }),
    forgetUser: assign({ hasLogin: false, userInfo: null, walletInfo: null }),
    forgetToken: assign({ token: null, method: null }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    foundNone: (_, { output }: Found) => output.length === 0,
    lacksWallet: ({ context }) => context.reason === 'noWallet',
    hasOneWallet: ({ context }) => context.wallets.length === 1,
    hasReason: ({ context }) => context.reason !== null,
    isSignedIn: (_, { output }: Outcome) => output.token !== null,
    isRefused: (_, { output }: Outcome) => output.reason !== null,
    isWalletSession: ({ context }) => context.method === 'wallet',
    isFrozen: (_, { error }: { error: unknown }) => refusalKey(error) === 'accountFrozen',
    isNewer: ({ context: { walletInfo } }, { wallet }: Funds) => walletInfo !== null && isNewer(walletInfo, wallet),
  },
}).createMachine({
  id: 'session',
  description: 'Quotes are public: without signing in, the user is a guest.',
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
    'session.signedIn': { target: '.signedIn', actions: withEvent('keepToken') },
    'session.accountFrozen': '.frozen',
    'session.setLang': { actions: [withEvent('keepLang'), withEvent('storeLang')] },
  },
  states: {
    starting: { always: [{ guard: 'hasToken', target: 'signedIn' }, { target: 'signedOut.looking' }] },
    signedOut: {
      tags: 'guest',
      entry: 'forgetToken',
      initial: 'arriving',
      on: {
        'session.connectWallet': { target: '.finding', actions: withEvent('keepReferral') },
        'session.lookAround': '.guest',
      },
      states: {
        arriving: { always: [{ guard: 'hasReason', target: 'tip' }, { target: 'guest' }] },
        guest: {
          entry: 'forgetAttempt',
          invoke: { src: 'watchForWallet', id: 'watchForWallet' },
          on: { 'session.walletAppeared': 'offered' },
        },
        offered: { description: 'A guest whose wallet appeared late is told, and not prompted.', tags: 'offering' },
        tip: {
          tags: 'tip',
          invoke: { src: 'watchForWallet', id: 'watchForWallet' },
          on: {
            'session.walletAppeared': {
              guard: 'lacksWallet',
              target: 'choosing',
              actions: [
                { type: 'keepWallets', params: ({ event: { wallets } }) => ({ output: wallets }) },
                { type: 'noteReason', params: { reason: null } },
              ],
            },
          },
        },
        login: { tags: 'login', entry: { type: 'noteReason', params: { reason: 'sessionInvalid' } } },
        looking: {
          description: 'At launch: signs in with an available wallet, else the user is a guest.',
          invoke: {
            src: 'findWallets',
            id: 'lookForWallets',
            onDone: [
              { guard: withEvent('foundNone'), target: 'guest' },
              { target: 'choosing', actions: withEvent('keepWallets') },
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
                guard: withEvent('foundNone'),
                target: 'tip',
                actions: { type: 'noteReason', params: { reason: 'noWallet' } },
              },
              { target: 'choosing', actions: withEvent('keepWallets') },
            ],
            onError: { target: 'tip', actions: { type: 'noteReason', params: { reason: 'walletFailed' } } },
          },
        },
        choosing: {
          tags: ['connecting', 'choosing'],
          always: { guard: 'hasOneWallet', target: 'connecting' },
          on: {
            'session.chooseWallet': { target: 'connecting', actions: withEvent('keepWallet') },
          },
        },
        connecting: {
          tags: 'connecting',
          on: { 'session.connectWallet': { description: 'The wallet’s prompt is open: no second one.' } },
          invoke: {
            src: 'walletSignIn',
            id: 'walletSignIn',
            input: ({ context: { walletId, inviteCode } }) => ({ walletId, inviteCode }),
            onDone: [
              { guard: withEvent('isSignedIn'), target: '#session.signedIn', actions: withEvent('keepOutcome') },
              {
                guard: withEvent('isRefused'),
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
      entry: ['noteLogin', { type: 'storeToken', params: ({ context }) => ({ token: context.token ?? '' }) }],
      exit: ['forgetUser', 'clearStoredUser'],
      initial: 'loading',
      on: {
        'session.logOut': { target: 'leaving', actions: { type: 'noteReason', params: { reason: null } } },
        'session.expired': [
          {
            guard: 'isWalletSession',
            target: 'signedOut.tip',
            actions: { type: 'noteReason', params: { reason: 'sessionInvalid' } },
          },
          { target: 'signedOut.login' },
        ],
        'account.status': { actions: withEvent('noteStatus') },
        'account.wallet': { guard: withEvent('isNewer'), actions: withEvent('keepWalletInfo') },
      },
      states: {
        loading: {
          invoke: {
            src: 'loadAccount',
            id: 'loadAccount',
            onDone: {
              target: 'ready',
              actions: [withEvent('keepAccount'), { type: 'storeUserInfo', params: ({ event }) => event.output }],
            },
            onError: [{ guard: withEvent('isFrozen'), target: '#session.frozen' }, { target: 'unreachable' }],
          },
        },
        ready: {
          tags: 'ready',
          on: {
            'account.info': { actions: [withEvent('keepInfo'), withEvent('storeUserInfo')] },
            'session.setLang': { actions: [withEvent('keepLang'), withEvent('storeLang'), withEvent('tellLang')] },
          },
          invoke: [
            {
              src: 'walletLink',
              id: 'walletLink',
              input: ({ context }) => session.signedInWallet(context),
              onDone: {
                target: '#session.leaving',
                actions: { type: 'noteReason', params: ({ event }) => event.output },
              },
            },
            {
              src: 'accountLang',
              id: 'accountLang',
              input: ({ context: { lang, userInfo } }) => ({ chosen: lang, saved: userInfo?.lang ?? lang }),
            },
          ],
        },
        unreachable: { tags: 'unreachable', on: { 'session.reload': 'loading' }, after: { 5000: 'loading' } },
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
