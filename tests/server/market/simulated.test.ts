import { createCipheriv, createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { simulatedSource, type Tick } from '../../../server/market/module.ts'
import { characters, factors } from '../../../server/market/simulated/characters.ts'
import { createGenerator } from '../../../server/market/simulated/generator.ts'
import type { StepBar } from '../../../server/market/source.ts'
import { planSteps } from '../../../server/market/steps.ts'
import { isOpen } from '../../../src/rules/market/hours.ts'
import { instrumentOf, instruments } from '../../../src/rules/market/instruments.ts'
import { createManualClock } from '../manual-clock.ts'
import { MONDAY_NOON } from './support.ts'

const FRIDAY_EVENING = Date.UTC(2026, 0, 9, 21, 59)
const everything = instruments.map(({ symbol }) => ({ symbol, last: undefined }))

/** What a source emits on a manual clock. */
async function listen(
  seed: string | undefined,
  { start = MONDAY_NOON, ms = 10_000, last = new Map<string, bigint>() } = {},
) {
  const clock = createManualClock(start, async () => {})
  const ticks: Tick[] = []
  const stop = simulatedSource(seed).start({ clock, last, since: start, emit: (more) => ticks.push(...more) })
  await clock.advance(ms)
  stop()
  await clock.advance(1_000)
  return ticks
}

const past = (seed?: string) => {
  const history = simulatedSource(seed).history?.(planSteps(MONDAY_NOON / 1000), everything)
  if (!history) throw new Error('no history')
  return history
}

const returns = (bars: StepBar[], width: number) =>
  bars.filter((bar) => bar.width === width).map(({ open, close }) => Math.log(Number(close) / Number(open)))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const centred = (values: number[]) => {
  const middle = mean(values)
  return values.map((value) => value - middle)
}
const deviation = (values: number[]) => Math.sqrt(mean(centred(values).map((value) => value ** 2)))
const correlation = (a: number[], b: number[]) => {
  const others = centred(b)
  return mean(centred(a).map((value, place) => value * (others[place] ?? 0))) / deviation(a) / deviation(b)
}

describe('the simulated source', () => {
  it('generates the same ticks for the same seed and clock, and others for another seed', async () => {
    const [first, again, other] = await Promise.all([listen('a'), listen('a'), listen('b')])
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('generates unpredictable ticks without a seed, on a seeded history', async () => {
    const [first, again, seeded] = await Promise.all([listen(undefined), listen(undefined), listen('quoin')])
    expect(again).not.toEqual(first)
    expect(seeded).not.toEqual(first)
    expect(past(undefined)('ETHUSDT')).toEqual(past('quoin')('ETHUSDT'))
  })

  it('pauses while the server is stopped, with any seed, and has no bars in closed hours', () => {
    const steps = Array.from({ length: 60 }, (_, hour) => ({
      time: FRIDAY_EVENING / 1000 + hour * 3_600,
      width: 3_600,
    }))
    const last = { price: 4_300_000n, since: FRIDAY_EVENING / 1000 + 3_600 }
    const symbols = ['BTCUSDT', 'EURUSD'].map((symbol) => ({ symbol, last }))
    for (const seed of [undefined, 'quoin']) {
      const missed = simulatedSource(seed).history(steps, symbols)
      const price = 4_300_000n
      const still = (step: object) => ({ ...step, open: price, high: price, low: price, close: price, volume: 0n })
      expect(missed('BTCUSDT')).toEqual(steps.slice(1).map(still))
      // From Friday to Sunday at 22:00.
      expect(missed('EURUSD')).toEqual(steps.slice(48).map(still))
    }
  })

  it('pauses while its process is suspended, also over the opening of a week', async () => {
    const clock = createManualClock(FRIDAY_EVENING, async () => {})
    let ticks: Tick[] = []
    const emit = (more: readonly Tick[]) => void ticks.push(...more)
    const stop = simulatedSource('quoin').start({ clock, last: new Map(), since: FRIDAY_EVENING, emit })
    await clock.advance(2_000)
    const before = new Map(ticks.map(({ symbol, price }) => [symbol, Number(price)]))
    ticks = []
    clock.jump(72 * 3_600_000)
    await clock.advance(2_000)
    stop()
    const first = new Map(ticks.toReversed().map(({ symbol, price }) => [symbol, Number(price)]))
    expect(first.size).toBe(instruments.length)
    for (const [symbol, price] of first) {
      expect(Math.abs(Math.log(price / (before.get(symbol) ?? 0))), symbol).toBeLessThan(0.002)
    }
  })

  it('draws from the key stream of AES-256 in counter mode', () => {
    const { uniform } = createGenerator('quoin')
    const key = createHash('sha256').update('quoin').digest()
    const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(40_000))
    for (let place = 0; place < stream.length; place += 4) {
      expect(uniform()).toBe((stream.readUInt32LE(place) + 0.5) / 2 ** 32)
    }
  })

  it('generates the same history for the same seed, and another for another', () => {
    const [first, again, other] = [past('a'), past('a'), past('b')].map((history) => history('ETHUSDT'))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('has parameters for each instrument, with at most full correlation', () => {
    expect(Object.keys(characters).sort()).toEqual(instruments.map(({ symbol }) => symbol).sort())
    for (const { follows } of Object.values(characters)) {
      const share = factors.reduce((sum, factor) => sum + (follows[factor] ?? 0) ** 2, 0)
      expect(share).toBeLessThanOrEqual(1)
    }
  })

  it('starts at the last prices', async () => {
    const ticks = await listen('a', { ms: 0, last: new Map([['BTCUSDT', 5_000_000n]]) })
    const price = Number(ticks.find(({ symbol }) => symbol === 'BTCUSDT')?.price)
    expect(Math.abs(price - 5_000_000)).toBeLessThan(500)
  })

  it('prices every symbol at once, and then at least once a second', async () => {
    const ticks = await listen('a')
    for (const { symbol } of instruments) {
      const times = ticks.filter((tick) => tick.symbol === symbol).map(({ time }) => time)
      expect(times[0]).toBe(MONDAY_NOON)
      const waits = times.slice(1).map((time, place) => time - (times[place] ?? 0))
      expect(Math.max(...waits)).toBeLessThanOrEqual(1_000)
    }
  })

  it('keeps the price between distinct bid and ask', async () => {
    for (const tick of await listen('a')) {
      const [price, bid, ask, volume] = [tick.price, tick.bid, tick.ask, tick.volume].map(Number)
      expect([bid, price, ask]).toEqual([bid, price, ask].toSorted((a = 0, b = 0) => a - b))
      expect(ask).toBeGreaterThan(bid ?? 0)
      expect(volume).toBeGreaterThan(0)
    }
  })

  it('is silent for a closed market, and opens at another price', async () => {
    const ticks = await listen('a', { start: FRIDAY_EVENING, ms: 120_000 })
    const forex = ticks.filter(({ symbol }) => instrumentOf(symbol).kind !== 'crypto')
    expect(forex.length).toBeGreaterThan(0)
    expect(forex.every(({ time }) => isOpen('forex', time))).toBe(true)
    expect(ticks.some(({ symbol, time }) => symbol === 'BTCUSDT' && !isOpen('forex', time))).toBe(true)

    const sunday = await listen('a', { start: Date.UTC(2026, 0, 11, 21, 59, 50), ms: 20_000 })
    const [first] = sunday.filter(({ symbol }) => symbol === 'USDJPY')
    expect(first?.time).toBeGreaterThanOrEqual(Date.UTC(2026, 0, 11, 22))
    expect(first?.price).not.toBe(148_216n)
  })

  it('is silent for metals in their daily break, while forex goes on, and opens close to the price before', async () => {
    const isMetal = ({ symbol }: Tick) => instrumentOf(symbol).kind === 'metal'
    const start = Date.UTC(2026, 0, 6, 21, 59, 58)
    const ticks = await listen('a', { start, ms: 3_605_000 })
    const [from, until] = [Date.UTC(2026, 0, 6, 22), Date.UTC(2026, 0, 6, 23)]
    const metals = ticks.filter(isMetal)
    const [before, after] = [metals.filter(({ time }) => time < from), metals.filter(({ time }) => time >= from)]
    expect(after[0]?.time).toBeGreaterThanOrEqual(until)
    expect(ticks.some(({ symbol, time }) => symbol === 'EURUSD' && time >= from && time < until)).toBe(true)
    for (const symbol of ['XAUUSD', 'XAGUSD']) {
      const last = before.findLast((tick) => tick.symbol === symbol)
      const first = after.find((tick) => tick.symbol === symbol)
      const moved = Math.log(Number(first?.price) / Number(last?.price))
      expect(moved).not.toBe(0)
      expect(Math.abs(moved)).toBeLessThan(0.005)
      // Its volume is that of a moment, not of the break.
      expect(Number(first?.volume)).toBeLessThan(100 * Number(last?.volume))
    }
  })

  describe('statistics for one seed', () => {
    const history = past('quoin')
    const hourly = (symbol: string) => returns(history(symbol), 3600)

    it('has the configured yearly volatility', () => {
      for (const symbol of ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'EURUSD', 'XAUUSD']) {
        const days = returns(history(symbol), 86_400)
        const years = instrumentOf(symbol).kind === 'crypto' ? 365 : 313
        const ratio = (deviation(days) * Math.sqrt(years)) / (characters[symbol]?.volatility ?? 0)
        expect(ratio).toBeGreaterThan(0.75)
        expect(ratio).toBeLessThan(1.3)
      }
    })

    it('has volatility in clusters: big moves follow big moves, in no direction', () => {
      const minutes = returns(history('BTCUSDT'), 60)
      const sizes = minutes.map(Math.abs)
      expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.1)
      expect(correlation(sizes.slice(20), sizes.slice(0, -20))).toBeGreaterThan(0.1)
      expect(Math.abs(correlation(minutes.slice(1), minutes.slice(0, -1)))).toBeLessThan(0.06)
    })

    it('has fat tails', () => {
      const minutes = returns(history('BTCUSDT'), 60)
      const kurtosis = mean(minutes.map((value) => value ** 4)) / deviation(minutes) ** 4
      expect(kurtosis).toBeGreaterThan(4)
    })

    it('correlates coins with Bitcoin, and currencies with the dollar', () => {
      const bitcoin = hourly('BTCUSDT')
      for (const symbol of ['ETHUSDT', 'SOLUSDT', 'NEARUSDT']) {
        expect(correlation(bitcoin, hourly(symbol))).toBeGreaterThan(0.3)
      }
      const daily = (symbol: string) => returns(history(symbol), 86_400)
      expect(correlation(daily('EURUSD'), daily('USDCHF'))).toBeLessThan(-0.4)
      expect(correlation(hourly('XAUUSD'), hourly('XAGUSD'))).toBeGreaterThan(0.4)
    })

    it('prices a cross as the ratio of its two legs', () => {
      const closes = (symbol: string) => history(symbol).map(({ close }) => Number(close))
      const [euro, pound, cross] = [closes('EURUSD'), closes('GBPUSD'), closes('EURGBP')]
      const errors = cross.map((price, place) => Math.abs((price / 1e5 / (euro[place] ?? 0)) * (pound[place] ?? 0) - 1))
      expect(Math.max(...errors)).toBeLessThan(5e-5)
    })

    it('ends at the reference, and stays in its order of magnitude for 19 years', () => {
      for (const { symbol, reference, scale, kind } of instruments) {
        const bars = history(symbol)
        const times = kind === 'crypto' ? 50 : 3
        const units = Number(reference) * 10 ** scale
        expect(Math.abs(Number(bars.at(-1)?.close) / units - 1)).toBeLessThan(1e-4)
        expect(Math.max(...bars.map(({ high }) => Number(high)))).toBeLessThan(units * times)
        expect(Math.min(...bars.map(({ low }) => Number(low)))).toBeGreaterThan(units / times)
        expect(
          bars.every(({ open, high, low, close }) => low <= open && low <= close && high >= open && high >= close),
        ).toBe(true)
      }
    })

    it('opens each bar at the previous close, except after weekends and holidays', () => {
      for (const symbol of ['BTCUSDT', 'EURUSD']) {
        const bars = history(symbol)
        const gaps = bars.slice(1).filter(({ open }, place) => open !== bars[place]?.close)
        if (symbol === 'BTCUSDT') expect(gaps).toEqual([])
        const isReopening = (at: Date) =>
          at.getUTCDay() === 0 || ['01-01', '12-25'].includes(at.toISOString().slice(5, 10))
        expect(gaps.filter(({ time }) => !isReopening(new Date(time * 1000)))).toEqual([])
      }
    })
  })
})
