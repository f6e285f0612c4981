import type { AnyEventObject, SnapshotFrom } from 'xstate'
import { sessionMachine } from '../../../src/machines/session/session.ts'
import type { StoredSession } from '../../../src/machines/session/session-types.ts'
import { refused, unanswered } from '../../models/kit/answers.ts'
import { done, failed } from '../../models/kit/paths.ts'
import { ada, purse, vitalia } from '../../models/kit/people.ts'
import { sessionStates } from './session-states.ts'
import { begin, happen, type World } from './session-world.ts'
import type { Walk } from './walk.ts'

type Session = SnapshotFrom<typeof sessionMachine>
/** The page's controls for each event of the user, and the world's action for each of its events. */
const places: Record<string, (now: Session) => boolean> = {
  'session.connectWallet': (now) =>
    now.matches('frozen') || (['guest', 'tip', 'login'] as const).some((state) => now.matches({ signedOut: state })),
  'session.lookAround': (now) =>
    (['tip', 'login', 'connecting', 'choosing', 'frozen'] as const).some((tag) => now.hasTag(tag)),
  'session.signedIn': (now) => now.matches({ signedOut: 'guest' }) || now.matches({ signedOut: 'login' }),
  'session.reload': (now) => now.hasTag('unreachable'),
  'session.chooseWallet': (now) => now.hasTag('choosing'),
  'session.setLang': (now) => isSettled(now) || now.matches({ signedOut: 'guest' }),
}
const isSettled = (now: Session) => now.hasTag('ready')

const signInEnds = done('walletSignIn').type
const linkEnds = done('walletLink').type

type SessionWalk = Walk<typeof sessionMachine, World>

/** One walk: a user with wallets, and the events of the walk. */
function sessionWalk(
  { shows, events, goal = isSettled }: Pick<SessionWalk, 'shows' | 'events'> & { goal?: SessionWalk['goal'] },
  names: readonly string[],
  stored: StoredSession = { token: null, userInfo: null, lang: 'en' },
): SessionWalk {
  return {
    shows,
    machine: sessionMachine,
    events,
    input: () => ({ ...stored, lang: 'en' }),
    distinct: ({ wallets, reason, method, token, lang }) => [wallets.length, reason, method, token !== null, lang],
    canHappen: (event: AnyEventObject, now) => {
      // The walk reads English texts: a change of language ends a path.
      if (now.context.lang !== 'en') return false
      if (event.type === linkEnds) return isSettled(now)
      return !event.type.startsWith('session.') || (places[event.type] ?? isSettled)(now)
    },
    goal,
    begin: begin(names, stored),
    rough: ({ type, output }) => /expired|Frozen/.test(type) || (type === signInEnds && output.token === null),
    happen,
    states: sessionStates,
  }
}

const first = { id: 'wallet-1', name: 'First', icon: null }
const second = { id: 'wallet-2', name: 'Second', icon: null }
const connect = { type: 'session.connectWallet' } as const
const lookAround = { type: 'session.lookAround' } as const
const spanish = { type: 'session.setLang', lang: 'es' } as const
const logOut = { type: 'session.logOut' } as const
const expired = { type: 'session.expired' } as const
const signedIn = done('walletSignIn', { token: 'a-token', reason: null })
const loaded = done('loadAccount', { userInfo: vitalia, walletInfo: purse })

export const sessionWalks = [
  sessionWalk(
    {
      shows: 'a browser without a wallet',
      events: [done('lookForWallets', []), connect, done('findWallets', []), lookAround, spanish],
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
        done('walletLink', { reason: 'accountChanged' }),
        done('walletLink', { reason: 'walletDisconnected' }),
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
        spanish,
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
]
