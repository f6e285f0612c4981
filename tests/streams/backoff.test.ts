import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../src/streams/backoff.ts'
import { seeded } from './seeded.ts'

const DRAWS = 10_000

function draw(attempt: number) {
  const random = seeded(attempt + 1)
  const delays = Array.from({ length: DRAWS }, () => backoffMs(attempt, random))
  const mean = delays.reduce((sum, delay) => sum + delay, 0) / DRAWS
  const deviation = Math.sqrt(delays.reduce((sum, delay) => sum + (delay - mean) ** 2, 0) / DRAWS)
  return { min: Math.min(...delays), max: Math.max(...delays), mean, deviation, delays }
}

describe('the backoff', () => {
  // Uniform over [a, b]: mean (a + b) / 2, standard deviation (b - a) / sqrt(12).
  it.each([
    [0, 500, 1500, 1000, 289],
    [1, 1000, 3000, 2000, 577],
  ])('after %i retries is spread evenly over %i to %i ms', (attempt, low, high, mean, deviation) => {
    const drawn = draw(attempt)
    expect(drawn.min).toBeGreaterThanOrEqual(low)
    expect(drawn.min).toBeLessThan(low * 1.01)
    expect(drawn.max).toBeLessThanOrEqual(high)
    expect(drawn.max).toBeGreaterThan(high * 0.99)
    expect(Math.abs(drawn.mean - mean)).toBeLessThan(mean * 0.02)
    expect(Math.abs(drawn.deviation - deviation)).toBeLessThan(deviation * 0.03)
    const tenths = Array.from({ length: 10 }, () => 0)
    for (const delay of drawn.delays) {
      const tenth = Math.min(9, Math.floor(((delay - low) / (high - low)) * 10))
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    for (const count of tenths) expect(Math.abs(count - DRAWS / 10)).toBeLessThan(DRAWS / 50)
  })

  it('after two retries is 2000 to 6000 ms, cut at 5000', () => {
    const { min, max, mean, delays } = draw(2)
    expect(min).toBeGreaterThanOrEqual(2000)
    expect(max).toBe(5000)
    // A quarter of the draws is cut: 3/4 * 3500 + 1/4 * 5000.
    expect(Math.abs(mean - 3875)).toBeLessThan(60)
    expect(Math.abs(delays.filter((delay) => delay === 5000).length / DRAWS - 0.25)).toBeLessThan(0.02)
  })

  it.each([3, 4, 10, 1000])('after %i retries is 2500 to 5000 ms, and still spread', (attempt) => {
    const { min, max, mean, deviation } = draw(attempt)
    expect(min).toBeGreaterThanOrEqual(2500)
    expect(max).toBe(5000)
    // Half of the draws is cut: 1/2 * 3750 + 1/2 * 5000.
    expect(Math.abs(mean - 4375)).toBeLessThan(60)
    expect(deviation).toBeGreaterThan(700)
  })

  it('is a whole number of ms, never above 5000, whatever chance says', () => {
    for (const random of [0, 0.123456789, 0.5, 1 - Number.EPSILON]) {
      for (let attempt = 0; attempt < 50; attempt++) {
        const delay = backoffMs(attempt, () => random)
        expect(Number.isInteger(delay)).toBe(true)
        expect(delay).toBeGreaterThanOrEqual(500)
        expect(delay).toBeLessThanOrEqual(5000)
      }
    }
  })
})
