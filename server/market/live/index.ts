import type { Logger } from 'pino'
import { type Instrument, instruments } from '../../../src/rules/market/instruments.ts'
import type { Clock } from '../../platform/clock.ts'
import { startPulse } from '../pulse.ts'
import { type Source, SourceError } from '../source.ts'
import type { Exchange } from './exchange.ts'
import { measureOffset } from './offset.ts'
import { fetchPast } from './past.ts'
import { createTape, hearing } from './tape.ts'
import { TookTooLong, within } from './within.ts'

// After this silence of all symbols, in ms, the connection is half-open, or the exchange is down.
const SILENCE_MS_MAX = 20_000
// Interval of clock measurements, in ms: clocks drift, and are set.
const CLOCK_EVERY_MS = 60_000
const AGAIN_MS_MIN = 1_000
const AGAIN_MS_MAX = 30_000
const STARTING_MS_MAX = 30_000

/** The symbol as ccxt has it. */
const symbolAt = ({ base, quote }: Instrument) => `${base}/${quote}`

/**
 * Prices of an exchange, with its timestamps. Trades give the price; tickers give the spread, and confirm the last price.
 *
 * @throws SourceError if it does not answer, has no clock, or trades none of our instruments
 */
export async function liveSource(exchange: Exchange, { clock, log }: { clock: Clock; log: Logger }): Promise<Source> {
  if (!exchange.has.fetchTime) {
    await exchange.close()
    throw new SourceError(`MARKET: ${exchange.name} does not tell its time, and nobody knows how old its prices are`)
  }
  /** How far its clock is ahead of ours, in ms. Without it no trade is accepted. */
  let offset: number | undefined
  const setClock = async () => {
    offset = await measureOffset(exchange, clock)
    if (offset === undefined)
      log.warn({ exchange: exchange.id }, 'the exchange answers its time too slowly to know the age of its prices')
  }
  try {
    await within(clock, STARTING_MS_MAX, exchange.loadMarkets())
    await within(clock, STARTING_MS_MAX, setClock())
  } catch (error) {
    await exchange.close()
    const [line] = String(error instanceof Error ? error.message : error).split('\n')
    throw new SourceError(`MARKET: ${exchange.name} does not answer: ${line}`)
  }
  const traded = instruments.filter((instrument) => {
    const market = exchange.markets[symbolAt(instrument)]
    return market?.spot === true && market.active !== false
  })
  if (traded.length === 0) throw new SourceError(`MARKET: ${exchange.name} trades none of the instruments`)

  return {
    name: `live:${exchange.name}`,
    id: `live:${exchange.id}`,
    symbols: new Set(traded.map(({ symbol }) => symbol)),
    trades: new Set(traded.map(({ symbol }) => symbol)),
    hearing,
    history: (steps, symbols) =>
      fetchPast(
        exchange,
        steps,
        traded
          .filter(({ symbol }) => symbols.some((each) => each.symbol === symbol))
          .map((instrument) => ({ instrument, at: symbolAt(instrument) })),
        { clock, log },
      ),
    start({ clock, emit }) {
      const tapes = traded.map((instrument) => ({ at: symbolAt(instrument), tape: createTape(instrument) }))
      const symbols = tapes.map(({ at }) => at)
      let stopped = false
      let heardAt = clock.now()

      /** Keeps one stream running: restarts it after errors, at growing intervals. */
      const follow = async (watch: () => Promise<unknown>) => {
        let again = AGAIN_MS_MIN
        while (!stopped) {
          try {
            await within(clock, SILENCE_MS_MAX, watch())
            heardAt = clock.now()
            again = AGAIN_MS_MIN
          } catch (error) {
            if (stopped) return
            const isSilent = error instanceof TookTooLong
            // One stream may be quiet for long. If all are, the connection is half-open, and nothing else would close it.
            if (isSilent && clock.now() - heardAt < SILENCE_MS_MAX) continue
            log.warn({ err: error, exchange: exchange.id, againMs: again }, 'a stream of the exchange failed')
            if (isSilent) await exchange.close().catch(() => {})
            await new Promise<void>((resolve) => clock.after(again, resolve))
            again = Math.min(again * 2, AGAIN_MS_MAX)
            if (!stopped) await within(clock, SILENCE_MS_MAX, setClock()).catch(() => {})
          }
        }
      }
      if (exchange.has.watchTradesForSymbols) void follow(() => exchange.watchTradesForSymbols(symbols))
      else for (const symbol of symbols) void follow(() => exchange.watchTrades(symbol))
      if (exchange.has.watchTickers) void follow(() => exchange.watchTickers(symbols))
      else if (exchange.has.watchBidsAsks) void follow(() => exchange.watchBidsAsks(symbols))
      let cancelClock = () => {}
      const keepClock = () => {
        cancelClock = clock.after(CLOCK_EVERY_MS, () => {
          keepClock()
          void within(clock, SILENCE_MS_MAX, setClock()).catch(() => {})
        })
      }
      keepClock()

      const endPulse = startPulse(clock, () => {
        const now = clock.now()
        const ticks = tapes.flatMap(({ at, tape }) => {
          // A stream wakes for one symbol at a time: data for the others is found only here.
          tape.trades(exchange.trades[at] ?? [], now, offset)
          tape.quote(exchange.tickers[at] ?? exchange.bidsasks[at], now, offset)
          return tape.take(now)
        })
        const trades = tapes.flatMap(({ tape }) => tape.takeTrades(now))
        if (ticks.length > 0) emit(ticks, trades)
      })
      return () => {
        stopped = true
        endPulse()
        cancelClock()
        void exchange.close().catch(() => {})
      }
    },
  }
}
