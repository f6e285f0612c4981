import { combineLatest, distinctUntilChanged, filter, map, type Observable, scan, shareReplay, startWith } from 'rxjs'
import type { ServerFrame } from '../api/wire/frames.ts'
import type { RecordedTicks } from './recordedTicks.ts'
import type { Socket } from './socket.ts'
import { type TapeTrade, tradesOf } from './tape.ts'

/** Number of newest entries kept. */
export const TAPE_KEPT = 20

/** The newest trades of a symbol, oldest first. They are from the source of prices, or else derived from recorded ticks. */
export type Tape = { isLoaded: boolean; trades: readonly TapeTrade[] }

export type Tapes = {
  /** The tape of a symbol, watched while subscribed to. */
  tape$(symbol: string): Observable<Tape>
}

type TradesFrame = Extract<ServerFrame, { type: 'trades' }>

/** The state after a frame. `gap`: some were missed, and must be requested. */
export type Followed = { trades: readonly TapeTrade[]; gap: boolean }

/** Appends a frame: numbers grow by one, and so reveal gaps. */
export function joinTrades({ trades }: Followed, { trades: received }: TradesFrame): Followed {
  const coming = received.map(
    ([number, time, price, quantity, side]): TapeTrade => ({ number, time, price, quantity, side }),
  )
  const last = trades.at(-1)?.number
  const newer = last === undefined ? coming : coming.filter(({ number }) => number > last)
  const first = newer[0]?.number
  if (last !== undefined && first !== undefined && first !== last + 1) return { trades: coming, gap: true }
  const joined = [...trades, ...newer].slice(-TAPE_KEPT)
  // A requested frame may have more of the past.
  return { trades: coming.length > joined.length ? coming : joined, gap: false }
}

/** Creates the tapes of symbols: from the server's trades, or from recorded ticks if it sends none. */
export function createTapes(socket: Pick<Socket, 'frames$' | 'send'>, recorded: Pick<RecordedTicks, 'ticks$'>): Tapes {
  const trades$ = (symbol: string) =>
    socket.frames$.pipe(
      filter((frame): frame is TradesFrame => frame.type === 'trades' && frame.symbol === symbol),
      scan<TradesFrame, Followed>(
        (known, frame) => {
          const next = joinTrades(known, frame)
          if (next.gap) socket.send({ type: 'watch', symbol })
          return next
        },
        { trades: [], gap: false },
      ),
      map(({ trades }): Tape => ({ isLoaded: true, trades })),
    )
  const tape$ = (symbol: string) =>
    // The server sends trades before ticks: if a symbol has trades, its tape is never derived from ticks.
    combineLatest([
      trades$(symbol).pipe(startWith(undefined)),
      recorded.ticks$(symbol).pipe(
        map((ticks): Tape => ({ isLoaded: false, trades: tradesOf(ticks) })),
        startWith(undefined),
      ),
    ]).pipe(
      map(([received, made]) => received ?? made),
      filter((tape) => tape !== undefined),
      distinctUntilChanged(),
      shareReplay({ bufferSize: 1, refCount: true }),
    )
  return { tape$ }
}
