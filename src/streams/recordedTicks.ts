import { combineLatest, defer, filter, finalize, map, type Observable, of, scan, shareReplay } from 'rxjs'
import type { ServerFrame } from '../api/wire/frames.ts'
import type { RecordedTick } from '../rules/market/chain.ts'
import type { Socket } from './socket.ts'

/** Number of newest entries kept. */
export const TICKS_KEPT = 20

export type RecordedTicks = {
  /** The newest recorded ticks of a symbol, oldest first, live. One symbol at a time: the shown one. */
  ticks$(symbol: string): Observable<readonly RecordedTick[]>
}

type TicksFrame = Extract<ServerFrame, { type: 'ticks' }>

/** The state after a frame. `gap`: some were missed, and must be requested. */
export type Followed = { ticks: readonly RecordedTick[]; gap: boolean }

/** Appends a frame: each tick's hash covers the previous one, so that the chain reveals gaps. */
export function joinTicks({ ticks }: Followed, { symbol, previousHash, ticks: received }: TicksFrame): Followed {
  const coming = received.map(([seq, time, price, hash]): RecordedTick => ({ symbol, seq, time, price, hash }))
  const last = ticks.at(-1)
  if (!last) return { ticks: coming, gap: false }
  const newer = coming.filter(({ seq }) => seq > last.seq)
  const before = coming[coming.length - newer.length - 1]?.hash ?? previousHash
  if (newer.length > 0 && before !== last.hash) return { ticks: coming, gap: true }
  const joined = [...ticks, ...newer].slice(-TICKS_KEPT)
  return { ticks: coming.length > joined.length ? coming : joined, gap: false }
}

/**
 * Follows recorded ticks over the socket: requested on connection, after each reconnect, and after a gap, while somebody sees the page
 * (`seen$`).
 */
export function createRecordedTicks(
  socket: Pick<Socket, 'state$' | 'frames$' | 'send'>,
  seen$: Observable<boolean> = of(true),
): RecordedTicks {
  const follow = (symbol: string) =>
    defer(() => {
      const watch = (watched: string | null) => socket.send({ type: 'watch', symbol: watched })
      const asking = combineLatest([socket.state$, seen$])
        .pipe(filter(([{ type }]) => type === 'connected'))
        .subscribe(([, isSeen]) => watch(isSeen ? symbol : null))
      return socket.frames$.pipe(
        filter((frame): frame is TicksFrame => frame.type === 'ticks' && frame.symbol === symbol),
        scan<TicksFrame, Followed>(
          (known, frame) => {
            const next = joinTicks(known, frame)
            if (next.gap) watch(symbol)
            return next
          },
          { ticks: [], gap: false },
        ),
        map(({ ticks }) => ticks),
        finalize(() => {
          asking.unsubscribe()
          watch(null)
        }),
      )
    }).pipe(shareReplay({ bufferSize: 1, refCount: true }))
  return { ticks$: follow }
}
