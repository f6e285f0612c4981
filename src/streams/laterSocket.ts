import {
  asyncScheduler,
  BehaviorSubject,
  defer,
  merge,
  NEVER,
  type Observable,
  retry,
  type SchedulerLike,
  Subject,
  take,
  tap,
  timer,
} from 'rxjs'
import type { ServerFrame } from '../api/wire/frames.ts'
import { backoffMs } from './backoff.ts'
import type { Socket, SocketState } from './socket.ts'

export type LaterSocketOptions = {
  /** Loads the socket, which connects at once. */
  load(): Promise<Socket>
  /** Uniform in [0, 1). */
  random(): number
  /** Each emission ends a wait, as `retryNow` does. */
  wake$?: Observable<unknown>
  scheduler?: SchedulerLike
}

/**
 * A socket whose code is not loaded yet: its state is connecting, it sends nothing, and it becomes the loaded one.
 * Code that fails to load counts as a failed connection: it is retried with the same backoff.
 */
export function laterSocket(options: LaterSocketOptions): Omit<Socket, 'close'> {
  const { load, random, wake$ = NEVER, scheduler = asyncScheduler } = options
  const state$ = new BehaviorSubject<SocketState>({ type: 'connecting', attempt: 0 })
  const frames$ = new Subject<ServerFrame>()
  const turn$ = new Subject<void>()
  const none = { rubbish: 0, withheld: 0 }
  let socket: Socket | undefined

  const waited = (attempt: number) => {
    const wait = backoffMs(attempt - 1, random)
    state$.next({ type: 'waiting', attempt, retryAt: scheduler.now() + wait })
    return merge(timer(wait, scheduler), turn$, wake$).pipe(
      take(1),
      tap(() => state$.next({ type: 'connecting', attempt })),
    )
  }
  defer(load)
    .pipe(retry({ delay: (_, attempt) => waited(attempt) }))
    .subscribe((loaded) => {
      socket = loaded
      loaded.frames$.subscribe(frames$)
      loaded.state$.subscribe(state$)
    })

  return {
    state$: state$.asObservable(),
    frames$: frames$.asObservable(),
    get counters() {
      return socket?.counters ?? none
    },
    send: (frame) => socket?.send(frame) ?? false,
    hello: () => socket?.hello(),
    probe: () => socket?.probe(),
    retryNow: () => {
      if (socket) socket.retryNow()
      else turn$.next()
    },
  }
}
