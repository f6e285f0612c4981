import { expect } from 'vitest'
import { sessionMachine } from '../../../src/machines/session/session.ts'
import type { FoundWallet, StoredSession } from '../../../src/machines/session/session-types.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { ada, purse, vitalia } from '../kit/people.ts'

type Session = Run<typeof sessionMachine>

const one: FoundWallet = { id: 'wallet-1', name: 'Keyring', icon: null }
const two: FoundWallet = { id: 'wallet-2', name: 'Purse', icon: 'data:image/svg+xml,' }
const connect = { type: 'session.connectWallet' } as const
const appeared = { type: 'session.walletAppeared', wallets: [one] } as const
const lookAround = { type: 'session.lookAround' } as const
const expired = { type: 'session.expired' } as const
const logOut = { type: 'session.logOut' } as const

const isStored = (name: string) => ['token', 'userInfo', 'lang'].includes(name)

/** The storage after the machine's effects. */
function storedAfter(acted: Session['acted'], before: StoredSession): StoredSession {
  const stored = { ...before }
  for (const { action, params } of acted) {
    const set = Object.entries(Object(params)).filter(([name]) => isStored(name))
    Object.assign(stored, action === 'clearStoredUser' ? { token: null, userInfo: null } : Object.fromEntries(set))
  }
  return stored
}

/** Invariants of every state, for any contents of storage at launch. */
const always =
  (before: StoredSession) =>
  ({ snapshot, acted, passed }: Session) => {
    const { context } = snapshot()
    const is = (tag: 'signedIn' | 'guest' | 'frozen' | 'leaving') => snapshot().hasTag(tag)
    const stored = storedAfter(acted, before)
    expect([is('signedIn'), is('guest'), is('frozen')].filter(Boolean)).toHaveLength(1)
    expect(context.hasLogin).toBe(is('signedIn'))
    if (passed.at(-1)?.type === 'session.accountFrozen') expect(is('frozen')).toBe(true)
    if (passed.at(-1)?.type === expired.type) expect(is('signedIn')).toBe(false)
    expect(stored.token).toBe(is('signedIn') ? context.token : null)
    expect(stored.lang).toBe(context.lang)
    if (passed.at(-1)?.type === 'account.status') expect(context.userInfo?.status ?? 'locked').toBe('locked')
    if (is('signedIn')) expect(context.token).not.toBeNull()
    else expect([context.userInfo, context.walletInfo, stored.userInfo]).toEqual([null, null, null])
    if (!is('signedIn') && !is('leaving')) expect([context.token, context.method]).toEqual([null, null])
  }

const shared = {
  callbacks: ['accountLang', 'watchForWallet'],
  actions: ['storeToken', 'storeUserInfo', 'storeLang', 'clearStoredUser'],
}

const nobody: StoredSession = { token: null, userInfo: null, lang: 'es' }
const guest: Walk<typeof sessionMachine> = {
  ...shared,
  shows: 'lets a guest look around, and signs a wallet in or says why not',
  input: () => nobody,
  events: [
    done('lookForWallets', []),
    done('lookForWallets', [one]),
    done('lookForWallets', [one, two]),
    failed('lookForWallets', new Error('a wallet misbehaved')),
    done('findWallets', []),
    done('findWallets', [one]),
    done('findWallets', [one, two]),
    failed('findWallets', new Error('a wallet misbehaved')),
    { type: 'session.chooseWallet', walletId: two.id },
    done('walletSignIn', { token: 'token-of-wallet', reason: null }),
    done('walletSignIn', { token: null, reason: 'chainRefused' }),
    done('walletSignIn', { token: null, reason: 'signatureRefused' }),
    done('walletSignIn', { token: null, reason: null }),
    failed('walletSignIn', new Error('a step broke')),
    connect,
    lookAround,
    appeared,
    { type: 'session.signedIn', token: 'token-of-form', method: 'password' },
    { type: 'session.accountFrozen' },
    { type: 'session.setLang', lang: 'pt' },
  ],
  distinct: ({ wallets, reason, method }) => [wallets.length, reason, method],
  states: {
    '*': always(nobody),
    'signedOut.guest': ({ snapshot, can, effects }) => {
      expect(snapshot().context.reason).toBeNull()
      expect([...effects.keys()]).toEqual(['watchForWallet'])
      expect(can(connect)).toBe(true)
    },
    'signedOut.offered': ({ snapshot, can, effects, passed }) => {
      expect(passed).toContain(appeared)
      expect(snapshot().hasTag('offering')).toBe(true)
      expect(effects.size).toBe(0)
      expect([can(connect), can(lookAround)]).toEqual([true, true])
    },
    'signedOut.looking': ({ effects, snapshot }) => {
      expect([...effects.values()].map(({ src }) => src)).toEqual(['findWallets'])
      expect(snapshot().hasTag('connecting')).toBe(false)
    },
    'signedOut.finding': ({ snapshot, passed }) => {
      expect(snapshot().hasTag('connecting')).toBe(true)
      expect(snapshot().context.reason).toBeNull()
      expect(passed.at(-1)?.type).not.toBe('xstate.done.actor.findWallets')
    },
    'signedOut.choosing': ({ snapshot, effects, can }) => {
      expect(snapshot().context.wallets).toEqual([one, two])
      expect(snapshot().hasTag('choosing')).toBe(true)
      expect(effects.size).toBe(0)
      expect(can(lookAround)).toBe(true)
    },
    'signedOut.connecting': ({ effects, passed, can, snapshot }) => {
      const found = passed.findLastIndex(({ output }) => Array.isArray(output))
      const chosen = passed.slice(found).some(({ type }) => type === 'session.chooseWallet')
      const several = passed[found]?.output.length === 2
      expect(effects.get('walletSignIn')?.input).toEqual({
        walletId: several && chosen ? two.id : one.id,
        inviteCode: null,
      })
      expect(can(connect)).toBe(false)
      if (passed.at(-1) === appeared) expect(snapshot().context.reason).toBeNull()
      expect(can(lookAround)).toBe(true)
      expect(snapshot().hasTag('connecting')).toBe(true)
    },
    'signedOut.tip': ({ snapshot, passed, can, effects }) => {
      const ending = passed.findLast(({ type }) => /(?:findWallets|walletSignIn)$/.test(type))
      const said = Array.isArray(ending?.output) ? 'noWallet' : (ending?.output?.reason ?? 'walletFailed')
      expect(snapshot().context.reason).toBe(said)
      expect(snapshot().hasTag('tip')).toBe(true)
      expect([can(connect), can(lookAround)]).toEqual([true, true])
      expect([...effects.keys()]).toEqual(['watchForWallet'])
    },
    signedIn: ({ snapshot, effects, passed }) => {
      const { token, method, reason } = snapshot().context
      const byForm = passed.findLast((event) => event.type === 'session.signedIn' || event.output?.token)
      const of = byForm?.type === 'session.signedIn' ? ['token-of-form', 'password'] : ['token-of-wallet', 'wallet']
      expect([token, method, reason]).toEqual([...of, null])
      expect(effects.has('loadAccount')).toBe(true)
    },
    frozen: ({ can }) => {
      expect([can(lookAround), can(connect)]).toEqual([true, true])
    },
  },
}

/** Came by a link, and holds its code as long as the signing in lasts. */
const invited: Walk<typeof sessionMachine> = {
  ...shared,
  shows: 'keeps the code of an invitation through the tip page until someone is in, looks around, or it is refused',
  input: () => ({ ...nobody, inviteCode: 'FRIEND22' }),
  events: [
    done('lookForWallets', []),
    done('lookForWallets', [one]),
    done('findWallets', []),
    done('findWallets', [one]),
    done('walletSignIn', { token: 'token-of-wallet', reason: null }),
    done('walletSignIn', { token: null, reason: 'signatureRefused' }),
    done('walletSignIn', { token: null, reason: 'inviteRefused' }),
    connect,
    { type: 'session.connectWallet', inviteCode: 'FRIEND33' },
    lookAround,
  ],
  distinct: ({ reason, inviteCode }) => [reason, inviteCode],
  states: {
    '*': ({ snapshot, passed }) => {
      const ended = passed.findLastIndex(
        ({ type, output }) =>
          type === lookAround.type ||
          (type === 'xstate.done.actor.lookForWallets' && output.length === 0) ||
          output?.token ||
          output?.reason === 'inviteRefused',
      )
      const brought = passed.slice(ended + 1).findLast(({ inviteCode }) => inviteCode)?.inviteCode
      expect(snapshot().context.inviteCode).toBe(brought ?? (ended === -1 ? 'FRIEND22' : null))
    },
    'signedOut.connecting': ({ snapshot, effects }) => {
      const { inviteCode } = snapshot().context
      expect(effects.get('walletSignIn')?.input).toEqual({ walletId: one.id, inviteCode })
    },
  },
}

const inTokyo = { ...vitalia, timeZone: 'Asia/Tokyo' }
const account = { userInfo: vitalia, walletInfo: purse }
const newer = { ...purse, available: '9800.000000', version: 8 }

type Events = Walk<typeof sessionMachine>['events']

const signedInWalk = (user: typeof ada, shows: string, events: Events): Walk<typeof sessionMachine> => {
  const before: StoredSession = { token: 'token-of-before', userInfo: user, lang: 'en' }
  return {
    ...shared,
    shows,
    input: () => before,
    events: [done('loadAccount', { ...account, userInfo: user }), expired, ...events],
    distinct: ({ walletInfo, lang, reason, method }) => [walletInfo?.version, lang, reason, method],
    states: {
      '*': always(before),
      'signedIn.loading': ({ effects }) => {
        expect(effects.has('loadAccount')).toBe(true)
      },
      'signedIn.ready': ({ snapshot, effects, acted, passed }) => {
        const { context } = snapshot()
        expect(context.userInfo).toMatchObject({ id: user.id })
        expect(snapshot().hasTag('ready')).toBe(true)
        expect(acted.some(({ action }) => action === 'storeUserInfo')).toBe(true)
        expect(effects.get('walletLink')?.input).toMatchObject({ address: user.address })
        const chosen = passed.flatMap(({ type, lang }) => (type === 'session.setLang' ? [lang] : []))
        const heard = effects.get('accountLang')?.heard.map(({ lang }) => lang) ?? []
        const { input } = effects.get('accountLang') ?? {}
        expect(input).toMatchObject({ saved: user.lang })
        expect([Object(input).chosen, ...heard].at(-1)).toBe(chosen.at(-1) ?? 'en')
        const loaded = passed.findIndex(({ type }) => type === 'xstate.done.actor.loadAccount')
        if (passed.length - 1 === loaded) expect(context.walletInfo).toEqual(purse)
        if (passed.at(-1)?.type === 'account.info') {
          expect(context.userInfo).toEqual(inTokyo)
          expect(acted.at(-1)).toEqual({ action: 'storeUserInfo', params: passed.at(-1) })
        }
        if (passed.at(-1)?.wallet === newer) expect(context.walletInfo).toEqual(newer)
      },
      'signedIn.unreachable': ({ snapshot, can }) => {
        expect(snapshot().hasTag('unreachable')).toBe(true)
        expect(can({ type: 'session.reload' })).toBe(true)
      },
      leaving: ({ snapshot, effects, actor }) => {
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(3000)
        expect(effects.has('logOut')).toBe(true)
        expect(snapshot().context.token).toBe('token-of-before')
      },
      'signedOut.guest': ({ passed, snapshot }) => {
        expect(passed.some(({ type }) => type === logOut.type)).toBe(true)
        expect(snapshot().context.reason).toBeNull()
      },
      'signedOut.tip': ({ passed, snapshot }) => {
        const { reason } = snapshot().context
        const ending = passed.find(({ type }) => /expired|walletLink/.test(type))
        expect(reason).toBe(ending?.output?.reason ?? 'sessionInvalid')
        if (reason === 'sessionInvalid') expect(user.method).toBe('wallet')
      },
      'signedOut.login': ({ snapshot, passed }) => {
        expect(user.method).toBe('password')
        expect(passed).toContain(expired)
        expect(snapshot().context.reason).toBe('sessionInvalid')
      },
      frozen: ({ effects }) => {
        expect(effects.size).toBe(0)
      },
    },
  }
}

testMachine(sessionMachine, [
  guest,
  invited,
  signedInWalk(vitalia, 'loads who is signed in, and keeps what is newer', [
    failed('loadAccount', unanswered),
    failed('loadAccount', refused('accountFrozen')),
    { type: 'session.reload' },
    { type: 'account.status', status: 'locked' },
    { type: 'account.info', userInfo: inTokyo },
    { type: 'account.wallet', wallet: newer },
    { type: 'account.wallet', wallet: { ...newer, currency: 'BTC' } },
    { type: 'session.accountFrozen' },
  ]),
  signedInWalk(vitalia, 'ends with the wallet that signed in', [
    done('walletLink', { reason: 'accountChanged' }),
    done('walletLink', { reason: 'walletDisconnected' }),
    done('logOut'),
  ]),
  signedInWalk(vitalia, 'keeps the language with the account', [{ type: 'session.setLang', lang: 'pt' }]),
  signedInWalk(ada, 'sends a password session that is over to the login page', [
    logOut,
    done('logOut'),
    failed('logOut', unanswered),
    { type: 'session.signedIn', token: 'token-of-another', method: 'password' },
  ]),
])
