import { describe, expect, it } from 'vitest'
import { cutAtGaps, type LimitedGap } from '../../../server/orders/module.ts'

describe('orders: a stretch of time that is cut at gaps', () => {
  const gap = (endMs: number, limited: bigint): LimitedGap => {
    const tick = (time_ms: number) => ({ seq: BigInt(time_ms), time_ms: BigInt(time_ms), price: 1n, hash: '' })
    return { margin: 100n, limited, before: tick(endMs - 100), after: tick(endMs) }
  }
  const cut = (fromMs: number, toMs: number | null, ...gaps: LimitedGap[]) =>
    cutAtGaps({ fromMs, toMs }, gaps, ({ limited }) => 2n * limited)

  it('has in each of its parts the shares of what gaps had taken by then', () => {
    expect(cut(0, null)).toEqual([{ fromMs: 0, toMs: null, limited: 0n }])
    expect(cut(0, null, gap(1_000, 5n), gap(2_000, 7n))).toEqual([
      { fromMs: 0, toMs: 1_000, limited: 0n },
      { fromMs: 1_000, toMs: 2_000, limited: 10n },
      { fromMs: 2_000, toMs: null, limited: 24n },
    ])
  })

  it('starts with the deductions of gaps that ended by then, and is not cut by a gap that ends with it or later', () => {
    expect(cut(1_000, 2_000, gap(500, 3n), gap(1_000, 5n), gap(2_000, 7n), gap(2_500, 11n))).toEqual([
      { fromMs: 1_000, toMs: 2_000, limited: 16n },
    ])
  })
})
