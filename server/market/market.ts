import type { Quote } from '../../src/api/market/market.ts'
import type { TradeDelta } from '../../src/api/wire/frames.ts'
import type { Interval } from '../../src/rules/market/intervals.ts'
import type { Platform } from '../platform/context.ts'
import type { Minute, SymbolTrades } from '../platform/nodes/bus.ts'
import { isTooFarAhead } from './ahead.ts'
import { grownBar, toCandleJson, toJson } from './bars.ts'
import { type Board, createBoard, type QuoteState, stateOf } from './board.ts'
import { toMinute } from './candle-memory.ts'
import { readBars, toBar } from './candles.ts'
import { type Accepted, createGate, type GateRefusal, noRefusals } from './gate.ts'
import { fillHistory } from './history.ts'
import { beginTerm, recordCompleteMs } from './record.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createRetention } from './retention.ts'
import type { Source, Tick, Trade } from './source.ts'
import { readSymbolStates, type SymbolState } from './symbol-state.ts'
import { createTape, createTradeNumbers } from './tape.ts'

const FRAME_MS = 100
const SECOND_MS = 1_000
// After this time without a frame, in ms, the machine was asleep, or its clock was set: minutes are missing.
const ASLEEP_AFTER_MS = 60_000
const RETRY_MS = 1_000
const HOUR_MS = 3_600_000
const PRUNE_EVERY_MS = 5 * 60_000
const COMPLAIN_EVERY_MS = 60_000

/** A symbol's price in the last frame. `time` in ms, `price` in minor units. */
export type LastPrice = { seq: number; time: number; price: bigint }

/** A node's role in the market. */
export type Standing = {
  /** Whether this node makes the market, or mirrors another one's. */
  readonly role: 'leader' | 'follower'
  readonly counters: { accepted: number; refused: Record<GateRefusal, number> }
}

/** The displayed data of a market. */
export type MarketView = {
  /** The name of the source. */
  source: string
  /** The minimum time from an order's acceptance to its opening, in ms. */
  delayMs: number
  /** Whether the source has prices of this symbol; the market has no others. */
  has(symbol: string): boolean
  /** The quotes of all its instruments, in their order, without those that have never had a price. */
  quotes(): Quote[]
  /** The same as a frame, serialised once. */
  snapshotFrame(): string
  /** The newest trades of a symbol, oldest first; `undefined` if the source provides none. */
  trades(symbol: string): readonly TradeDelta[] | undefined
  /** @throws RangeError for an unknown symbol */
  state(symbol: string): QuoteState
  /** @throws RangeError for an unknown symbol */
  last(symbol: string): LastPrice
  /**
   * Candles as JSON, oldest first, the last with all trades up to now. As JSON, because they are long and often requested.
   *
   * @param page `before`: only bars that open before this second; `limit`: the newest of them
   * @throws RangeError for an unknown symbol
   */
  candles(symbol: string, interval: Interval, page: { before?: number | undefined; limit: number }): Promise<string>
}

/** A market made by this process. */
export type Market = MarketView &
  Standing & {
    /**
     * Fills in the history up to now, and starts.
     *
     * @throws SourceError if the database has another market's prices; the database's error if it cannot be read or written
     */
    start(): Promise<void>
    /** Stops, once all displayed ticks of complete seconds are recorded. */
    stop(): Promise<void>
    /** Stops at once without writing, because another node makes the market. */
    abandon(): void
    /** Resolves once no write is in progress. */
    idle(): Promise<void>
    /** The growing minutes of these symbols, or of all. */
    minutes(symbols?: readonly string[]): Minute[]
  }

/**
 * The output of a tenth of a second, in this term. `closedMs`: seconds up to this time are complete; `changed`: symbols with new prices in
 * the frames; `trades`: from the source, if it provides any.
 */
export type Said = {
  term: number
  closedMs: number
  frames: readonly string[]
  changed: readonly string[]
  trades: readonly SymbolTrades[]
}

/** The parts that exist once the market has started. */
type Running = { symbols: ReadonlyMap<string, SymbolState>; board: Board; recorder: Recorder; term: number }

/**
 * The loop that makes prices, on the one node that leads: the gate lets ticks of the source onto the board, each tenth of a second a frame
 * sends what changed, and each second is closed and written by the recorder. All else here starts, stops or catches up this loop, or answers
 * from its state; therefore it is one closure.
 *
 * @param options `term`: the number of a begun term; otherwise it begins one. `lost`: called when another term has begun: nothing sent from
 *   then on is recorded. `tell`: the receiver, in place of this node's sockets
 */
export function createMarket(
  platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'log' | 'modules'>,
  source: Source,
  { lost = () => {}, ...options }: { term?: number; lost?: (error: Error) => void; tell?: (said: Said) => void } = {},
): Market {
  const { db, clock, bus, log } = platform
  const { lateMsMax = 0, delayMs = 0 } = source.hearing ?? {}
  const counters = { accepted: 0, refused: noRefusals() }
  const retention = createRetention(db, platform.modules)
  const gate = createGate()
  const tape = createTape(source)
  const numbers = createTradeNumbers(clock)
  /** Since the last frame. */
  let trades: SymbolTrades[] = []
  let running: Running | undefined
  let since = 0
  /** Symbols with trades since the last second was closed. */
  let traded = new Set<SymbolState>()
  let framedAt = 0
  let prunedAt = 0
  let complainedAt = Number.NEGATIVE_INFINITY
  let warnedAt = Number.NEGATIVE_INFINITY
  let catchingUp: Promise<void> | undefined
  let pruning: Promise<void> | undefined
  let stopped = false
  let stopSource = () => {}
  let cancelFrame = () => {}

  const up = (): Running => {
    if (!running) throw new Error('the market has not started')
    return running
  }
  const symbolStateOf = (symbol: string): SymbolState => {
    const symbolState = up().symbols.get(symbol)
    if (!symbolState) throw new RangeError(`no state of ${symbol}`)
    return symbolState
  }

  const take = (ticks: readonly Tick[], newTrades: readonly Trade[] = []) => {
    const now = clock.now()
    // After a sleep, the missing minutes are filled in first.
    if (catchingUp || now - framedAt > ASLEEP_AFTER_MS) return
    const { symbols, board, recorder } = up()
    const accepted: Accepted[] = []
    for (const tick of ticks) {
      const symbolState = symbols.get(tick.symbol)
      const verdict = gate(tick, { now, completeMs: recorder.closedMs, last: symbolState?.last })
      if (typeof verdict === 'string' || !symbolState) {
        refuse(tick, typeof verdict === 'string' ? verdict : 'unknownSymbol')
        continue
      }
      counters.accepted += 1
      accepted.push(verdict)
      traded.add(symbolState)
      for (const { interval, bar } of board.accept(symbolState, verdict)) recorder.save(tick.symbol, interval, bar)
    }
    trades.push(...numbers.take(newTrades, accepted))
  }

  const refuse = (tick: Tick, reason: GateRefusal) => {
    counters.refused[reason] += 1
    if (clock.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = clock.now()
    log.warn({ symbol: tick.symbol, reason, refused: counters.refused }, 'the source gave a bad tick')
  }

  const frame = () => {
    const now = clock.now()
    cancelFrame = clock.after(FRAME_MS - (now % FRAME_MS), frame)
    const slept = now - framedAt > ASLEEP_AFTER_MS
    framedAt = now
    warnOfClock(now)
    show(now)
    // Ticks of a second may arrive for a while after it.
    closeRecord(Math.floor((now - lateMsMax) / SECOND_MS) * SECOND_MS - 1)
    if (slept) catchUp()
    if (now - prunedAt >= PRUNE_EVERY_MS) prune(now)
  }

  /** No price is live while the record is ahead: its seconds are closed and take no more ticks. */
  const warnOfClock = (now: number) => {
    const { closedMs } = up().recorder
    if (!isTooFarAhead(closedMs - now) || now - warnedAt < COMPLAIN_EVERY_MS) return
    warnedAt = now
    log.error(
      { recordedUntil: new Date(closedMs).toISOString(), clock: new Date(now).toISOString() },
      'the clock was ahead: no price is live until the clock passes the end of the record, or `operator record rewind` removes the prices after the present',
    )
  }

  const tell =
    options.tell ??
    (({ frames, trades }: Said) => {
      for (const text of frames) bus.publish('frame', text)
      for (const each of trades) bus.publish('trades', each)
    })

  const show = (now: number) => {
    const { board, recorder, term } = up()
    const { frames, shown } = board.flush(now)
    recorder.note(shown)
    for (const each of trades) tape.note(each)
    tell({ term, closedMs: recorder.closedMs, frames, changed: shown.map(({ symbol }) => symbol), trades })
    trades = []
  }

  const closeRecord = (upTo: number) => {
    const { recorder } = up()
    if (!recorder.close(upTo)) return
    for (const { instrument, growth } of traded) {
      if (growth.minute) recorder.save(instrument.symbol, '1m', growth.minute)
    }
    traded = new Set()
    recorder.write()
  }

  const prune = (now: number) => {
    const isNewHour = Math.floor(now / HOUR_MS) !== Math.floor(prunedAt / HOUR_MS)
    prunedAt = now
    pruning ??= retention
      .ticks(now)
      .then(() => (isNewHour ? retention.candles(now) : undefined))
      .catch((error) => log.error({ err: error }, 'old ticks could not be removed'))
      .finally(() => {
        pruning = undefined
      })
  }

  /** Fills in the minutes missed while the machine was asleep, and continues. Retries until it succeeds. */
  const catchUp = () => {
    stopSource()
    catchingUp ??= (async () => {
      const { symbols, recorder, term } = up()
      while (!stopped) {
        try {
          if (!(await recorder.drain())) throw new Error('the record could not be written')
          await fillHistory(db, source, clock.now(), term)
          for (const [symbol, { growth, day, last, shown }] of await readSymbolStates(db, source, clock.now())) {
            const symbolState = symbols.get(symbol)
            if (symbolState) Object.assign(symbolState, { growth, day, last, shown })
          }
          break
        } catch (error) {
          log.error({ err: error }, 'the market could not catch up')
          await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
        }
      }
    })().finally(() => {
      catchingUp = undefined
      if (!stopped) startSource()
    })
  }

  const startSource = () => {
    const last = new Map([...up().symbols].map(([symbol, { shown }]) => [symbol, shown.price]))
    stopSource = source.start({ clock, emit: take, last, since })
  }

  const idle = async () => {
    while (catchingUp || pruning) await Promise.all([catchingUp, pruning])
    await running?.recorder.idle()
  }

  return {
    source: source.name,
    delayMs,
    role: 'leader',
    counters,
    idle,
    async start() {
      const term = options.term ?? (await beginTerm(db, source, clock.now()))
      since = await fillHistory(db, source, clock.now(), term)
      const now = clock.now()
      const symbols = await readSymbolStates(db, source, now)
      const completeMs = Math.max(await recordCompleteMs(db), now - 1)
      if (stopped) return
      running = {
        symbols,
        board: createBoard(symbols, now),
        recorder: createRecorder(platform, completeMs, term, lost),
        term,
      }
      framedAt = now
      prunedAt = now
      startSource()
      frame()
      log.info({ source: source.id, instruments: symbols.size }, 'the market is open')
    },
    async stop() {
      if (!running || stopped) return
      stopped = true
      cancelFrame()
      stopSource()
      await idle()
      const now = clock.now()
      show(now)
      closeRecord(now - 1)
      await running.recorder.drain()
    },
    abandon() {
      stopped = true
      cancelFrame()
      stopSource()
    },
    has: (symbol) => up().symbols.has(symbol),
    minutes: (symbols = [...up().symbols.keys()]) =>
      symbols.flatMap((symbol) => {
        const { minute } = symbolStateOf(symbol).growth
        return minute ? [toMinute(symbol, minute)] : []
      }),
    quotes: () => up().board.quotes(clock.now()),
    snapshotFrame: () => up().board.snapshot(clock.now()),
    trades: tape.newest,
    state: (symbol) => {
      const now = clock.now()
      const state = stateOf(symbolStateOf(symbol), now)
      // A clock set back into closed seconds would let an option open at a price that everyone has seen.
      return state === 'live' && now <= up().recorder.closedMs ? 'stale' : state
    },
    last: (symbol) => {
      const { seq, shown } = symbolStateOf(symbol)
      return { seq, time: shown.time, price: shown.price }
    },
    async candles(symbol, interval, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const { growth, instrument } = symbolStateOf(symbol)
      // Memory is read first: a bar that is stored meanwhile is then found twice, and never missed.
      const newest = grownBar(growth, interval)
      const end = Math.min(before, newest?.time ?? before)
      const unsaved = up().recorder.unsaved(symbol, interval).map(toBar)
      const bars = new Map((await readBars(db, symbol, interval, end, limit)).map((bar) => [bar.time, bar]))
      for (const bar of unsaved) if (bar.time < end) bars.set(bar.time, bar)
      if (newest && newest.time < before) bars.set(newest.time, newest)
      const page = [...bars.values()].sort((a, b) => a.time - b.time).slice(-limit)
      return toJson(page.map((bar) => toCandleJson(bar, instrument)))
    },
  }
}
