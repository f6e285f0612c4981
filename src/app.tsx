import './ui/styles/index.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { concat, distinctUntilChanged, EMPTY, filter, from, map, mergeMap, Observable, skip } from 'rxjs'
import { type AnyActorRef, createActor, type SnapshotFrom } from 'xstate'
import { type AnswerNotice, createClient, solving } from './api/client/client.ts'
import { result } from './api/wire/answer.ts'
import { quotation } from './api/wire/quotes.ts'
import { inject } from './machines/actors/call.ts'
import { once } from './machines/actors/later.ts'
import { createSessionStorage } from './machines/actors/storage.ts'
import { createWatchSocket } from './machines/actors/watch-socket.ts'
import { connectionMachine } from './machines/session/connection.ts'
import { noticeMachine } from './machines/session/notice.ts'
import { sessionMachine } from './machines/session/session.ts'
import { createFrames } from './streams/frame.ts'
import { createKeptQuotes, readPageQuotes } from './streams/keptQuotes.ts'
import { laterSocket } from './streams/laterSocket.ts'
import { createLoading } from './streams/loading.ts'
import { poll } from './streams/poll.ts'
import { createQuotes } from './streams/quotes.ts'
import { createServerTime } from './streams/serverTime.ts'
import { createWake } from './streams/wake.ts'
import type { Inspection } from './ui/app/inspection.ts'
import { common, createParts } from './ui/app/part.ts'
import { roomNow } from './ui/app/room.ts'
import { Root } from './ui/app/root.tsx'
import { createRunningTally } from './ui/app/running.ts'
import type { Services } from './ui/app/services.ts'
import { nextTask } from './ui/app/tasks.ts'
import { startTheme } from './ui/app/theme.ts'
import { inviteCodeIn } from './ui/format/invite-code.ts'
import { changeLang, loadTexts, showZone, startI18n } from './ui/i18n/index.ts'
import { currentPlace, leaveLostSheet, pathOf, queryOf } from './ui/router/router.ts'
import { routeIn, routes } from './ui/router/routes.ts'

/** Interval of REST requests for all quotes, in ms: with a live socket for the 24-hour figures, without one for the prices. */
const POLL_MS = { live: 15_000, down: 3_000 }

/** A value of an actor's snapshot, now and at each change. */
const select = <A extends AnyActorRef, T>(actor: A, pick: (snapshot: SnapshotFrom<A>) => T): Observable<T> =>
  new Observable<T>((subscriber) => {
    subscriber.next(pick(actor.getSnapshot()))
    return actor.subscribe((snapshot: SnapshotFrom<A>) => subscriber.next(pick(snapshot)))
  }).pipe(distinctUntilChanged())

function compose(inspection: Inspection): Services {
  const storage = createSessionStorage(localStorage)
  const notice = createActor(noticeMachine, inspection)
  const loading = createLoading()
  const serverTime = createServerTime(Date.now)
  const frames = createFrames({
    requestAnimationFrame: (callback) => requestAnimationFrame(callback),
    cancelAnimationFrame: (handle) => cancelAnimationFrame(handle),
  })
  const wake = createWake({ window, document })

  const notify = (content: AnswerNotice) => {
    notice.send({ type: 'notice.show', notice: { ...content, tone: 'bad' } })
    if ('key' in content && content.key === 'accountFrozen') session.send({ type: 'session.accountFrozen' })
  }
  const plain = createClient({
    fetch: (input, init) => fetch(input, init),
    sendForm: async (...request) => (await import('./api/client/send-form.ts')).sendForm(...request),
    getToken: () => session.getSnapshot().context.token,
    getLang: () => session.getSnapshot().context.lang,
    notify,
    onSessionDead: () => session.send({ type: 'session.expired' }),
    onLoading: loading.change,
  })
  const client = solving(plain, async (...task) => {
    notice.send({ type: 'notice.show', notice: { key: 'captchaWanted', tone: 'plain' } })
    return (await import('./machines/actors/captcha.ts')).answerCaptcha(...task)
  })

  inject({
    client,
    walletSide: once(async () =>
      (await import('./machines/actors/wallet-side.ts')).createWalletSide(client, {
        window,
        returned$: wake.returned$,
      }),
    ),
  })
  const session = createActor(sessionMachine.provide({ actions: storage.actions }), {
    input: { ...storage.read(), inviteCode: inviteCodeIn(queryOf(currentPlace())) || null },
    ...inspection,
  })
  const token$ = select(session, ({ context }) => context.token)
  const user$ = select(session, (now) => (now.hasTag('ready') ? now.context.userInfo : null))
  const userId$ = user$.pipe(map((user) => user?.id ?? null))
  select(session, ({ context }) => context.userInfo?.timeZone).subscribe(showZone)
  const person$ = select(session, ({ context }) => context.userInfo?.id ?? null)

  // A wallet's sign-in may start on any page, and end before the first one is rendered.
  select(session, (now) => now.hasTag('signedIn'))
    .pipe(
      skip(1),
      filter((signedIn) => signedIn && session.getSnapshot().context.method === 'wallet'),
    )
    .subscribe(() => notice.send({ type: 'notice.show', notice: { key: 'signedIn', tone: 'good' } }))

  const deferred = once(async () => {
    const { composeDeferred } = await import('./deferred.ts')
    return composeDeferred({ session, notify, socket, user$, person$, token$, quotes, serverTime, wake })
  })
  const socket = laterSocket({
    load: async () => (await deferred()).socket,
    random: Math.random,
    wake$: wake.wake$,
  })
  const connection = createActor(
    connectionMachine.provide({ actors: { socket: createWatchSocket(socket, window) } }),
    inspection,
  )
  const keptQuotes = createKeptQuotes(globalThis.caches)
  const quotes = createQuotes({
    socket,
    poll$: poll({
      load: async (signal) => {
        const sentAt = Date.now()
        const answer = result(await client.call(quotation, {}, { signal, quiet: true }))
        serverTime.sample(sentAt, Date.now(), answer.time)
        void keptQuotes.keep(answer)
        return answer
      },
      every$: socket.state$.pipe(
        map(({ type }) => (type === 'connected' ? POLL_MS.live : POLL_MS.down)),
        distinctUntilChanged(),
      ),
      visible$: wake.visible$,
    }).pipe(mergeMap((polled) => (polled.type === 'value' ? from([polled.value]) : EMPTY))),
    kept$: concat([readPageQuotes(document)], keptQuotes.read()).pipe(mergeMap((kept) => (kept ? [kept] : []))),
    doubt$: wake.doubt$,
    seen$: wake.seen$,
    serverTime,
    frames,
  })
  const running = createRunningTally()
  const parts = createParts({
    deps: async () => ({
      ...{ inspection, session, notice, connection, running, quotes, frames, serverTime, wake, userId$, person$ },
      ...(await deferred()),
    }),
    loadTexts,
    nextTask,
  })
  for (const actor of [notice, session, connection]) actor.start()

  return {
    session,
    notice,
    connection,
    quotes,
    places: routes,
    parts,
    running,
    inspection,
    loading$: loading.loading$,
    serverNow: serverTime.serverNow,
    chooseLang: async (lang) => {
      await changeLang(lang)
      session.send({ type: 'session.setLang', lang })
    },
    chooseZone: async (timeZone) => {
      const { setZone } = await import('./api/account/user.ts')
      result(await client.call(setZone, { timeZone }))
      const { userInfo } = session.getSnapshot().context
      if (userInfo) session.send({ type: 'account.info', userInfo: { ...userInfo, timeZone } })
    },
  }
}

/**
 * Each step is a separate task, and so is every few milliseconds of the first render, so that a slow phone stays responsive. It is a
 * function because the chunks of the pages import this one: they would wait for an `await` of the module itself.
 */
async function start() {
  startTheme()
  leaveLostSheet()
  const { page, first, parts = [] } = routeIn(roomNow(), pathOf(currentPlace()))
  page.load()
  await startI18n()
  await nextTask()
  const isInspected = import.meta.env.DEV && new URLSearchParams(location.search).has('inspect')
  const services = compose(isInspected ? await (await import('./ui/app/inspect.ts')).startInspection() : {})
  if (!first) for (const part of [common, ...parts]) services.parts(part).load()
  await changeLang(services.session.getSnapshot().context.lang).catch(() => {})
  await nextTask()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  startTransition(() => createRoot(root).render(<Root services={services} />))
}

void start()
