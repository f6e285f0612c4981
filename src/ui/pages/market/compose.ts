import { skip } from 'rxjs'
import { result } from '../../../api/answer.ts'
import { timeshar, whkdata } from '../../../api/market.ts'
import { findInstrument } from '../../../rules/instruments.ts'
import { createCandles } from '../../../streams/candles.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, session, quotes, serverTime, frames, token$, wake }: Ground) => ({
  /** Makes charts: history joined to the live stream. */
  candles: createCandles({
    load: async ({ symbol, ...input }, signal) => {
      if (session.getSnapshot().context.token === null) return null
      const call = findInstrument(symbol)?.kind === 'crypto' ? timeshar : whkdata
      return result(await client.call(call, { symbol, ...input }, { signal, quiet: true }))
    },
    tick$: quotes.tick$,
    serverNow: serverTime.serverNow,
    frames,
    again$: token$.pipe(skip(1)),
    visible$: wake.visible$,
    random: Math.random,
  }),
})
