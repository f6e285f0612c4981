import ReconnectingWebSocket from 'reconnecting-websocket'
import {
  asyncScheduler,
  BehaviorSubject,
  merge,
  NEVER,
  type Observable,
  type SchedulerLike,
  Subject,
  Subscription,
  take,
  timer,
} from 'rxjs'
import type { ClientFrame, ServerFrame } from '../api/wire/frames.ts'
import { PROTOCOL } from '../api/wire/protocol.ts'
import { createQuoteBase, lengthen, takeQuotes, takeSnapshot } from '../api/wire/short-quotes.ts'
import { backoffMs } from './backoff.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import { parseFrame } from './parseFrame.ts'
import type { ServerTime } from './serverTime.ts'

/**
 * State of the connection. `attempt`: failures since the last lasting connection. `retryAt`: device time in ms.
 * `connected` starts with the server's answer to our hello, not before.
 */
export type SocketState =
  | { type: 'connecting'; attempt: number }
  | { type: 'connected'; attempt: 0 }
  | { type: 'waiting'; attempt: number; retryAt: number }
  | { type: 'closed'; attempt: number }

export type Socket = {
  /** The current state, then each change. */
  state$: Observable<SocketState>
  /** Every valid frame of the server; a short one as the `quotes` frame that it stands for. */
  frames$: Observable<ServerFrame>
  /** `rubbish`: invalid frames. `withheld`: private events received while a hello was unanswered. */
  counters: Readonly<{ rubbish: number; withheld: number }>
  /** Sends a frame now, or not at all: nothing is queued for a later connection. Returns whether it was sent. */
  send(frame: ClientFrame): boolean
  /** Sends hello again if the token has changed since the last one: after signing in or out. */
  hello(): void
  /**
   * Pings, and drops the connection unless it answers within a few seconds.
   *
   * @returns the number of the pong that will prove it, or `undefined` without a connection
   */
  probe(): number | undefined
  /** Retries now: ends a wait, restarts a slow attempt, or probes a connection. */
  retryNow(): void
  /** Closes permanently: no timer, listener or connection remains. */
  close(): void
}

export type SocketOptions = {
  url: string
  WebSocket: typeof WebSocket
  /** The token for the hello, or null. It is never part of the URL. */
  getToken(): string | null
  /** Uniform in [0, 1). */
  random(): number
  serverTime: Pick<ServerTime, 'sample'>
  /** Each emission is a `retryNow`. */
  wake$?: Observable<unknown>
  scheduler?: SchedulerLike
}

/** How long a connection may take, from the attempt to the answer to our hello, in ms. */
const CONNECT_MS_MAX = 20_000
/** A connection that lasted this long resets the backoff, in ms. */
export const LASTING_MS_MIN = 5_000
/** A younger attempt is restarted once it is this old: waking causes several events at once. In ms. */
export const FRESH_ATTEMPT_MS = 2_000

/**
 * A reconnecting socket.
 *
 * The package reconnecting-websocket opens, times out and reopens; the delays are ours. Its own delays are off, and
 * the address that it requests before each attempt is provided only when the attempt is due: so a wait can be
 * ended by waking, and is cancelled by `close`, neither of which its own delay allows.
 */
export function createSocket(options: SocketOptions): Socket {
  const { url, WebSocket, getToken, random, serverTime, wake$ = NEVER, scheduler = asyncScheduler } = options
  const now = () => scheduler.now()
  const state$ = new BehaviorSubject<SocketState>({ type: 'connecting', attempt: 0 })
  const frames$ = new Subject<ServerFrame>()
  const turn$ = new Subject<void>()
  const counters = { rubbish: 0, withheld: 0 }
  const lifetime = new Subscription()
  let failures = 0
  /** When the next attempt is due, and when the last one started. */
  let turnAt = now()
  let triedAt = now()
  let trying = false
  let connectedAt: number | undefined
  let heartbeat: Heartbeat | undefined
  let helloDeadline = Subscription.EMPTY
  /** A retry that waits until the attempt is no longer fresh. */
  let later = Subscription.EMPTY
  /** When each unanswered hello of this connection was sent. */
  let hellos: number[] = []
  /** The values that short frames of this connection continue. */
  let base = createQuoteBase()
  /** The newest subscription to quotes. */
  let subscription: Extract<ClientFrame, { type: 'subscribe' }> = { type: 'subscribe', channel: 'quotes' }
  let saidToken: string | null | undefined

  const begin = () => {
    trying = true
    triedAt = now()
    if (state$.value.type !== 'connecting') state$.next({ type: 'connecting', attempt: failures })
  }

  const awaitTurn = () =>
    new Promise<string>((resolve) => {
      // An attempt that ended without a close event still counts as one that failed.
      if (trying) lost()
      const go = () => {
        begin()
        resolve(url)
      }
      if (now() >= turnAt) go()
      else
        lifetime.add(
          merge(timer(turnAt - now(), scheduler), turn$)
            .pipe(take(1))
            .subscribe(go),
        )
    })

  const socket = new ReconnectingWebSocket(awaitTurn, undefined, {
    WebSocket,
    connectionTimeout: CONNECT_MS_MAX,
    minReconnectionDelay: 0,
    maxReconnectionDelay: 0,
  })

  const send = (frame: ClientFrame) => {
    if (socket.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(frame))
    if (frame.type === 'subscribe') subscription = frame
    return true
  }

  const sayHello = () => {
    const token = getToken()
    if (!send({ type: 'hello', v: PROTOCOL, token })) return
    saidToken = token
    hellos.push(now())
  }

  const onOpen = () => {
    helloDeadline = timer(triedAt + CONNECT_MS_MAX - now(), scheduler).subscribe(drop)
    sayHello()
  }

  const onMessage = ({ data }: { data: unknown }) => {
    const received = parseFrame(data)
    if (!received) {
      counters.rubbish++
      return
    }
    const frame = received.type === 'short' ? (lengthen(base, received) ?? torn()) : received
    if (frame.type === 'snapshot') takeSnapshot(base, frame.quotes)
    if (frame.type === 'quotes') takeQuotes(base, frame.quotes)
    if (frame.type === 'account' && hellos.length > 0) {
      // It may belong to the session that the hello replaces. Catching up loads ours.
      counters.withheld++
      return
    }
    if (frame.type === 'hello') onHello(frame)
    if (frame.type === 'pong') heartbeat?.pong(frame.id, frame.time)
    frames$.next(frame)
    if (frame.type === 'bye') drop()
  }

  /** A frame is missing. All prices are stale until a snapshot, which long frames follow: they need no earlier one. */
  const torn = (): ServerFrame => {
    const { rows } = base
    const { form: _, ...long } = subscription
    if (rows.length > 0) send(long)
    base = createQuoteBase()
    return { type: 'state', symbols: rows.map(({ symbol }) => [symbol, 'stale']) }
  }

  const onHello = (frame: ServerFrame & { type: 'hello' }) => {
    const sentAt = hellos.shift()
    if (sentAt !== undefined) serverTime.sample(sentAt, now(), frame.time)
    if (heartbeat) return
    helloDeadline.unsubscribe()
    later.unsubscribe()
    connectedAt = now()
    heartbeat = createHeartbeat({ everyMs: frame.pingSeconds * 1000, send, serverTime, onDead: drop, scheduler })
    state$.next({ type: 'connected', attempt: 0 })
  }

  /** Cleans up after a connection or an attempt, and schedules the next. */
  const lost = () => {
    if (state$.value.type === 'waiting' || state$.value.type === 'closed') return
    if (connectedAt !== undefined && now() - connectedAt >= LASTING_MS_MIN) failures = 0
    trying = false
    forget()
    turnAt = now() + backoffMs(failures, random)
    failures++
    state$.next({ type: 'waiting', attempt: failures, retryAt: turnAt })
  }

  const forget = () => {
    helloDeadline.unsubscribe()
    later.unsubscribe()
    heartbeat?.stop()
    heartbeat = undefined
    connectedAt = undefined
    hellos = []
    base = createQuoteBase()
    saidToken = undefined
  }

  /** Drops the connection or the attempt, as if it had been lost. */
  const drop = () => {
    if (state$.value.type === 'connecting' || state$.value.type === 'connected') socket.reconnect()
  }

  const probe = () => heartbeat?.probe()

  const retryNow = () => {
    const { type } = state$.value
    if (type === 'closed') return
    if (type === 'connected') {
      probe()
      return
    }
    const freshMs = triedAt + FRESH_ATTEMPT_MS - now()
    if (type === 'connecting' && freshMs > 0) {
      const attempt = triedAt
      later.unsubscribe()
      later = timer(freshMs, scheduler).subscribe(() => {
        if (state$.value.type === 'connecting' && triedAt === attempt) retryNow()
      })
      return
    }
    drop()
    failures = 0
    turnAt = now()
    turn$.next()
  }

  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', onMessage)
  socket.addEventListener('close', lost)
  lifetime.add(wake$.subscribe(retryNow))

  return {
    state$: state$.asObservable(),
    frames$: frames$.asObservable(),
    counters,
    send,
    hello: () => {
      if (saidToken !== undefined && saidToken !== getToken()) sayHello()
    },
    probe,
    retryNow,
    close: () => {
      if (state$.value.type === 'closed') return
      lifetime.unsubscribe()
      socket.removeEventListener('open', onOpen)
      socket.removeEventListener('message', onMessage)
      socket.removeEventListener('close', lost)
      forget()
      socket.close()
      state$.next({ type: 'closed', attempt: failures })
      state$.complete()
      frames$.complete()
    },
  }
}
