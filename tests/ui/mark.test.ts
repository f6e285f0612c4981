import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveQuote } from '../../src/streams/quoteBook.ts'
import { LATE_MS, type Mark, marks } from '../../src/ui/pages/market/mark.ts'

const LIVE = { state: 'live', fresh: true } as LiveQuote

function setUp() {
  const quote$ = new Subject<LiveQuote>()
  const seen: Mark[] = []
  marks(quote$).subscribe((mark) => seen.push(mark))
  return { quote$, seen }
}

describe('market: the state of a price', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is none before the first quote, and reconnecting once that is late', () => {
    const { quote$, seen } = setUp()
    vi.advanceTimersByTime(LATE_MS - 1)
    expect(seen).toEqual([])
    vi.advanceTimersByTime(1)
    quote$.next(LIVE)
    expect(seen).toEqual(['reconnecting', 'live'])
  })

  it('is that of the quote, whose later silence says nothing', () => {
    const { quote$, seen } = setUp()
    quote$.next(LIVE)
    quote$.next({ ...LIVE })
    vi.advanceTimersByTime(10 * LATE_MS)
    expect(seen).toEqual(['live'])
    quote$.next({ ...LIVE, fresh: false })
    quote$.next({ ...LIVE, state: 'closed', fresh: false })
    expect(seen).toEqual(['live', 'reconnecting', 'closed'])
  })
})
