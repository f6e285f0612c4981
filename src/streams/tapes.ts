import { combineLatest, distinctUntilChanged, filter, map, type Observable, scan, shareReplay, startWith } from 'rxjs'
import type { ServerFrame } from '../api/frames.ts'
import { type TapeTrade, tradesOf } from '../rules/tape.ts'
import type { RecordedTicks } from './recordedTicks.ts'
import type { Socket } from './socket.ts'

/** So many of the newest are kept. */
export const TAPE_KEPT = 20

/** The newest trades of a symbol, oldest first. `told`: by the source of prices; otherwise they follow from the recorded ticks, and nobody made them. */
export type Tape = { told: boolean; trades: readonly TapeTrade[] }

export type Tapes = {
  /** The tape of a symbol that is watched: who listens watches it. */
  tape$(symbol: string): Observable<Tape>
}

type TradesFrame = Extract<ServerFrame, { type: 'trades' }>

/** What is known after a frame. `gap`: some were missed, and are to be asked for. */
export type Followed = { trades: readonly TapeTrade[]; gap: boolean }

/** Joins a frame to what is known: numbers grow by one, so that they say whether any is missing. */
export function joinTrades({ trades }: Followed, { trades: told }: TradesFrame): Followed {
  const coming = told.map(
    ([number, time, price, quantity, side]): TapeTrade => ({ number, time, price, quantity, side }),
  )
  const last = trades.at(-1)?.number
  const newer = last === undefined ? coming : coming.filter(({ number }) => number > last)
  const first = newer[0]?.number
  if (last !== undefined && first !== undefined && first !== last + 1) return { trades: coming, gap: true }
  const joined = [...trades, ...newer].slice(-TAPE_KEPT)
  // An answer to a question may know more of what was before.
  return { trades: coming.length > joined.length ? coming : joined, gap: false }
}

/** Makes the tapes of symbols: of the trades that the server tells, and of recorded ticks where it tells none. */
export function createTapes(socket: Pick<Socket, 'frames$' | 'send'>, recorded: Pick<RecordedTicks, 'ticks$'>): Tapes {
  const told$ = (symbol: string) =>
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
      map(({ trades }): Tape => ({ told: true, trades })),
    )
  const tape$ = (symbol: string) =>
    // The server tells trades before ticks: whose trades are told, their ticks are never made a tape of.
    combineLatest([
      told$(symbol).pipe(startWith(undefined)),
      recorded.ticks$(symbol).pipe(
        map((ticks): Tape => ({ told: false, trades: tradesOf(ticks) })),
        startWith(undefined),
      ),
    ]).pipe(
      map(([told, made]) => told ?? made),
      filter((tape) => tape !== undefined),
      distinctUntilChanged(),
      shareReplay({ bufferSize: 1, refCount: true }),
    )
  return { tape$ }
}
