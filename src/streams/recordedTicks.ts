import { defer, filter, finalize, map, type Observable, scan, shareReplay } from 'rxjs'
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

/** Follows recorded ticks over the socket: requested on connection, after each reconnect, and after a gap. */
export function createRecordedTicks(socket: Pick<Socket, 'state$' | 'frames$' | 'send'>): RecordedTicks {
  const follow = (symbol: string) =>
    defer(() => {
      const ask = () => socket.send({ type: 'watch', symbol })
      const asking = socket.state$.pipe(filter(({ type }) => type === 'connected')).subscribe(ask)
      return socket.frames$.pipe(
        filter((frame): frame is TicksFrame => frame.type === 'ticks' && frame.symbol === symbol),
        scan<TicksFrame, Followed>(
          (known, frame) => {
            const next = joinTicks(known, frame)
            if (next.gap) ask()
            return next
          },
          { ticks: [], gap: false },
        ),
        map(({ ticks }) => ticks),
        finalize(() => {
          asking.unsubscribe()
          socket.send({ type: 'watch', symbol: null })
        }),
      )
    }).pipe(shareReplay({ bufferSize: 1, refCount: true }))
  return { ticks$: follow }
}
