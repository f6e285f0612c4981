import type { Observable } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import type { AnswerNotice } from './api/client/client.ts'
import { events } from './api/wire/events.ts'
import { createKeptAnswers } from './api/wire/kept-answers.ts'
import { browserPasskeys } from './machines/actors/browser-passkeys.ts'
import { type ActorDeps, inject, send } from './machines/actors/call.ts'
import { createLoadCover } from './machines/actors/cover.ts'
import { createDrafts, isStoredDrafts } from './machines/actors/drafts.ts'
import { once } from './machines/actors/later.ts'
import type { sessionMachine } from './machines/session/session.ts'
import { nouns } from './nouns.ts'
import { deviceZone } from './rules/time/zone.ts'
import { createAccount } from './streams/account.ts'
import { createSeenOpenings } from './streams/seenOpenings.ts'
import { createSocket, type Socket, type SocketOptions } from './streams/socket.ts'
import type { WakeSignals } from './streams/wake.ts'
import { forgetOthers, keep, readKept } from './ui/app/kept.ts'
import { ordersOf } from './ui/app/noun.ts'
import heicUrl from './ui/forms/heic-worker.ts?worker&url'
import { saveFile } from './ui/forms/save-file.ts'
import { loadOrderKinds } from './ui/pages/orders/load-kinds.ts'
import { trustedUrl } from './ui/router/trusted-url.ts'

export type DeferredOptions = Pick<SocketOptions, 'serverTime'> & {
  session: ActorRefFrom<typeof sessionMachine>
  notify(notice: AnswerNotice): void
  /** The app's placeholder socket, which the one created here replaces. */
  socket: Omit<Socket, 'close'>
  user$: Observable<{ id: string; eventSeq: number; owes: boolean } | null>
  person$: Observable<string | null>
  wake: WakeSignals
} & Pick<ActorDeps, 'token$' | 'quotes'>

/**
 * The parts that the first screen does not need, in a chunk loaded right after it: the socket, the account's events, and cached answers.
 * Earlier account events are caught up on.
 */
export function composeDeferred({
  session,
  notify,
  socket,
  user$,
  person$,
  serverTime,
  wake,
  ...more
}: DeferredOptions) {
  const account = createAccount({
    socket,
    user$,
    loadEvents: async (after, limit, signal) => send(events, { after, limit }, { signal, quiet: true }),
    random: Math.random,
  })
  account.event$.subscribe((event) => {
    if (event.kind === 'wallet') session.send({ type: 'account.wallet', wallet: event.body })
    if (event.kind === 'status') session.send({ type: 'account.status', status: event.body.status })
  })
  account.signedOut$.subscribe((key) => {
    // A user who signs out knows it, and a session ended by a call has shown its notice.
    if (!session.getSnapshot().hasTag('signedIn')) return
    const isFrozen = key === 'accountFrozen'
    notify({ key: isFrozen ? 'accountFrozen' : 'signInRequired', params: {} })
    if (!isFrozen) session.send({ type: 'session.expired' })
  })
  const kept = createKeptAnswers({ storage: globalThis.caches, now: Date.now })
  const drafts = createDrafts({
    read: () => readKept('drafts', isStoredDrafts),
    keep: (all) => keep('drafts', all),
    now: Date.now,
  })
  person$.subscribe((person) => {
    kept.belongTo(person)
    drafts.belongTo(person, session.getSnapshot().context.reason === 'sessionInvalid')
    forgetOthers(person)
  })
  const heicWorker = trustedUrl('photo', heicUrl)
  inject({
    heicWorker: () => new Worker(heicWorker, { type: 'module' }),
    orderKinds: new Set(ordersOf(nouns).map(({ kind }) => kind)),
    ...{ kept, drafts, account, saveFile, visible$: wake.visible$, origin: location.origin },
    loadCover: createLoadCover(user$, account.event$),
    seenOpenings: createSeenOpenings(account.event$),
    passkeys: browserPasskeys,
    ...{ zone: deviceZone, now: Date.now, ...more },
  })
  return {
    orderKinds: once(() => loadOrderKinds(nouns)),
    /** Connects at once, so it is created last, when its listeners exist. */
    socket: createSocket({
      url: new URL('api/socket', location.href).href.replace(/^http/, 'ws'),
      WebSocket,
      getToken: () => session.getSnapshot().context.token,
      random: Math.random,
      serverTime,
      wake$: wake.wake$,
    }),
  }
}
