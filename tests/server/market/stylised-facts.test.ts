import { describe, expect, it } from 'vitest'
import { simulatedSource } from '../../../server/market/module.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'

/**
 * Properties of the prices of every real market, over a year of hours.
 * Source: R. Cont, Empirical properties of asset returns: stylized facts and statistical issues, Quantitative Finance 1, 2001.
 */

const HOUR = 3_600
const HOURS = 365 * 24
/** A Monday, 00:00 UTC. */
const FROM = Date.UTC(2025, 0, 6) / 1000
const steps = Array.from({ length: HOURS }, (_, index) => ({ time: FROM + index * HOUR, width: HOUR }))
const coins = instruments.flatMap(({ kind, symbol }) => (kind === 'crypto' ? symbol : []))

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)]
  const sum = (of: (x: number, y: number) => number) =>
    a.reduce((total, x, place) => total + of(x - ma, (b[place] ?? 0) - mb), 0)
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y))
}
const lagged = (values: readonly number[], lag: number) => correlation(values.slice(lag), values.slice(0, -lag))
const kurtosis = (values: readonly number[]) => {
  const middle = mean(values)
  const power = (by: number) => mean(values.map((value) => (value - middle) ** by))
  return power(4) / power(2) ** 2
}

describe.each(['quoin', 'another'])('stylised facts: a year of coins by the seed %s', (seed) => {
  const history = simulatedSource(seed).history(
    steps,
    coins.map((symbol) => ({ symbol, last: undefined })),
  )
  const year = new Map(
    coins.map((symbol) => {
      const bars = history(symbol)
      const returns = bars.map(({ open, close }) => Math.log(Number(close) / Number(open)))
      return [symbol, { returns, sizes: returns.map(Math.abs), volumes: bars.map(({ volume }) => Number(volume)) }]
    }),
  )
  const of = (symbol: string) => year.get(symbol) ?? { returns: [], sizes: [], volumes: [] }

  it.each(coins)('%s: fat tails, storms in clusters, no direction, volume with volatility', (symbol) => {
    const { returns, sizes, volumes } = of(symbol)
    expect(returns).toHaveLength(HOURS)
    expect(kurtosis(returns)).toBeGreaterThan(4)
    expect(Math.abs(lagged(returns, 1))).toBeLessThan(0.06)
    expect(Math.abs(lagged(returns, 24))).toBeLessThan(0.06)
    expect(lagged(sizes, 1)).toBeGreaterThan(0.08)
    expect(lagged(sizes, 24)).toBeGreaterThan(0.01)
    expect(correlation(volumes.map(Math.log), sizes)).toBeGreaterThan(0.2)
  })

  it.each(coins.filter((symbol) => symbol !== 'BTCUSDT'))('%s follows Bitcoin by 0.3 to 0.8', (symbol) => {
    const with_ = correlation(of(symbol).returns, of('BTCUSDT').returns)
    expect(with_).toBeGreaterThan(0.3)
    expect(with_).toBeLessThan(0.8)
  })

  it('coins differ in correlation, and no two are alike', () => {
    const others = coins.filter((symbol) => symbol !== 'BTCUSDT')
    const follows = others.map((symbol) => correlation(of(symbol).returns, of('BTCUSDT').returns))
    expect(Math.max(...follows) - Math.min(...follows)).toBeGreaterThan(0.2)
    for (const [place, symbol] of others.entries()) {
      for (const other of others.slice(place + 1)) {
        expect(correlation(of(symbol).returns, of(other).returns), `${symbol} and ${other}`).toBeLessThan(0.75)
      }
    }
  })

  it('has sessions by hour and weekday, which differ by instrument', () => {
    const busiest = new Set<number>()
    const weekends = coins.map((symbol) => {
      const { volumes } = of(symbol)
      const when = (holds: (hour: number) => boolean) => mean(volumes.filter((_, hour) => holds(hour)))
      const byHour = Array.from({ length: 24 }, (_, hour) => when((at) => at % 24 === hour))
      busiest.add(Math.floor(byHour.indexOf(Math.max(...byHour)) / 3))
      return when((hour) => Math.floor(hour / 24) % 7 >= 5) / when((hour) => Math.floor(hour / 24) % 7 < 5)
    })
    expect(busiest.size).toBeGreaterThanOrEqual(3)
    expect(mean(weekends)).toBeLessThan(0.95)
    expect(Math.max(...weekends) - Math.min(...weekends)).toBeGreaterThan(0.2)
  })
})
