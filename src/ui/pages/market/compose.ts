import type { Candle } from '../../../api/market/market.ts'
import { candles, ticks } from '../../../api/market/market.ts'
import { dep, send } from '../../../machines/actors/call.ts'
import { createCandles } from '../../../streams/candles.ts'
import { createRecordedTicks } from '../../../streams/recordedTicks.ts'
import { createTapes } from '../../../streams/tapes.ts'
import type { Deps } from '../../app/deps.ts'
import { composeWatchlist } from '../watchlist/compose.ts'
import { keepChoicesApart } from './chart-choices.ts'
import { createDrawnLines } from './drawn-lines.ts'

/** A recorded tick as a one-second bar. */
const barOf = ([time, price]: readonly [number, string]): Candle => [
  Math.floor(time / 1000),
  price,
  price,
  price,
  price,
  '0',
]

export const compose = (deps: Deps) => {
  const { quotes, serverTime, frames, wake, socket, person$ } = deps
  const kept = dep('kept')
  const recorded = createRecordedTicks(socket, wake.seen$)
  keepChoicesApart(person$)
  return {
    watchlist: composeWatchlist(deps),
    recorded,
    tapes: createTapes(socket, recorded),
    /** The user's chart drawings. */
    drawn: createDrawnLines(person$),
    /** Chart data: history joined with the live stream. */
    candles: createCandles({
      load: async ({ interval, ...page }, signal) => {
        const options = { signal, quiet: true }
        if (interval === 'tick') return (await send(ticks, page, options)).map(barOf)
        return send(candles, { interval, ...page }, options)
      },
      kept: {
        read: async (symbol, interval) => {
          const known = await kept.read(candles, { symbol, interval })
          return known && { bars: known.value, asOf: known.asOf }
        },
        keep: (symbol, interval, bars) => kept.keep(candles, { symbol, interval }, [...bars]),
      },
      tick$: quotes.tick$,
      serverNow: serverTime.serverNow,
      frames,
      visible$: wake.visible$,
      random: Math.random,
    }),
  }
}
