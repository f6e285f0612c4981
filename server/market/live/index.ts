import type { Logger } from 'pino'
import { type Instrument, instruments } from '../../../src/rules/instruments.ts'
import type { Clock } from '../../platform/clock.ts'
import { startPulse } from '../pulse.ts'
import { type Source, SourceError } from '../source.ts'
import { createTrades } from '../trades.ts'
import type { Exchange, ExchangeQuote, ExchangeTrade } from './exchange.ts'
import { fetchPast } from './past.ts'
import { TookTooLong, within } from './within.ts'

// Nothing from any symbol for so long, and the connection is half-open, or the exchange asleep.
const SILENCE_MS_MAX = 20_000
const QUIET_MS = 900
// A trade that is older when it arrives is none to trade on: some exchanges begin with a list of past ones.
const LATE_MS = 3_000
const AGAIN_MS_MIN = 1_000
const AGAIN_MS_MAX = 30_000
const STARTING_MS_MAX = 30_000

/** The symbol as ccxt has it. */
const symbolAt = ({ base, quote }: Instrument) => `${base}/${quote}`

/**
 * Prices of an exchange, as they are made. Trades say the price; the best bid and ask say the spread, and that the last
 * price still stands.
 *
 * @throws SourceError where it does not answer, or trades none of our instruments
 */
export async function liveSource(exchange: Exchange, { clock, log }: { clock: Clock; log: Logger }): Promise<Source> {
  let skew = 0
  const setClock = async () => {
    const asked = clock.now()
    const time = exchange.has.fetchTime ? await exchange.fetchTime() : undefined
    // By the middle between asking and being answered.
    if (time !== undefined) skew = time - (asked + clock.now()) / 2
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

      /** Keeps one stream going for good: what breaks is begun anew, ever later while it does not help. */
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
            // Some streams are quiet for long. Where all are, the connection is half-open: nobody else would close it.
            if (isSilent && clock.now() - heardAt < SILENCE_MS_MAX) continue
            log.warn({ err: error, exchange: exchange.id, againMs: again }, 'a stream of the exchange broke')
            if (isSilent) await exchange.close().catch(() => {})
            await new Promise<void>((resolve) => clock.after(again, resolve))
            again = Math.min(again * 2, AGAIN_MS_MAX)
            if (!stopped) await within(clock, SILENCE_MS_MAX, setClock()).catch(() => {})
          }
        }
      }
      if (exchange.has.watchTradesForSymbols) void follow(() => exchange.watchTradesForSymbols(symbols))
      else for (const symbol of symbols) void follow(() => exchange.watchTrades(symbol))
      if (exchange.has.watchBidsAsks) void follow(() => exchange.watchBidsAsks(symbols))

      const endPulse = startPulse(clock, () => {
        const now = clock.now()
        const ticks = tapes.flatMap(({ at, tape }) => {
          // A stream wakes for one symbol at a time: what came for the others meanwhile is found here, and only here.
          tape.quote(exchange.bidsasks[at], now)
          tape.trades(exchange.trades[at] ?? [], (time) => now + skew - time <= LATE_MS)
          return tape.take(now)
        })
        if (ticks.length > 0) emit(ticks)
      })
      return () => {
        stopped = true
        endPulse()
        void exchange.close().catch(() => {})
      }
    },
  }
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

/** What an exchange said of one symbol since it was last told. */
function createTape(instrument: Instrument) {
  const sum = createTrades(instrument)
  let newest: ExchangeTrade | undefined
  let price: number | undefined
  let newestQuote: ExchangeQuote | undefined
  let spread: { bid: number; ask: number } | undefined
  let quotedAt = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY

  return {
    /** Takes in what of a list is newer than what was known, oldest first. */
    trades(list: readonly ExchangeTrade[], isYoung: (timestamp: number) => boolean): void {
      const known = newest === undefined ? -1 : list.lastIndexOf(newest)
      for (const trade of list.slice(known + 1)) {
        if (!isAmount(trade.price) || !isAmount(trade.amount)) continue
        if (trade.timestamp !== undefined && !isYoung(trade.timestamp)) continue
        price = trade.price
        sum.add(trade.price, trade.amount)
      }
      newest = list.at(-1)
    },
    quote(quote: ExchangeQuote | undefined, now: number): void {
      if (!quote || quote === newestQuote) return
      newestQuote = quote
      const { bid, ask } = quote
      if (!isAmount(bid) || !isAmount(ask) || bid > ask) return
      spread = { bid, ask }
      quotedAt = now
    },
    /** Ticks of all trades; or of a quote after a silence, which says that the last price stands. */
    take(now: number) {
      if (price !== undefined && now - toldAt >= QUIET_MS && quotedAt > toldAt) sum.add(price, 0)
      const ticks = sum.take(now, now - quotedAt <= LATE_MS ? spread : undefined)
      if (ticks.length > 0) toldAt = now
      return ticks
    },
  }
}
