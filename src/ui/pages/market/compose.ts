import { result } from '../../../api/answer.ts'
import type { Candle } from '../../../api/market.ts'
import { candles, ticks } from '../../../api/market.ts'
import { createCandles } from '../../../streams/candles.ts'
import { createRecordedTicks } from '../../../streams/recordedTicks.ts'
import type { Ground } from '../../ground.ts'

/** A recorded tick as the bar of its second. */
const barOf = ([time, price]: readonly [number, string]): Candle => [
  Math.floor(time / 1000),
  price,
  price,
  price,
  price,
  '0',
]

export const compose = ({ client, kept, quotes, serverTime, frames, wake, socket }: Ground) => ({
  recorded: createRecordedTicks(socket),
  /** Makes charts: history joined to the live stream. */
  candles: createCandles({
    load: async ({ interval, ...page }, signal) => {
      const options = { signal, quiet: true }
      if (interval === 'tick') return result(await client.call(ticks, page, options)).map(barOf)
      return result(await client.call(candles, { interval, ...page }, options))
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
})
