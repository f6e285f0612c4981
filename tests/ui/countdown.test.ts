import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { secondsLeft } from '../../src/ui/parts/marks/countdown.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

test('a countdown counts whole seconds down to zero by the server’s clock, and ends', () => {
  const seen: number[] = []
  let done = false
  secondsLeft(1_000_000 + 5_000 + 2_500, () => Date.now() + 5_000).subscribe({
    next: (left) => seen.push(left),
    complete: () => (done = true),
  })
  vi.advanceTimersByTime(3_000)
  expect(seen).toEqual([3, 2, 1, 0])
  expect(done).toBe(true)
})

test('a countdown that wakes after a sleep shows the remaining time', () => {
  const seen: number[] = []
  secondsLeft(1_030_000, Date.now).subscribe((left) => seen.push(left))
  vi.advanceTimersByTime(0)
  vi.setSystemTime(1_029_000)
  vi.advanceTimersByTime(250)
  expect(seen).toEqual([30, 1])
})

test('countdown: a moment that is past has no time left', () => {
  const seen: number[] = []
  secondsLeft(999_000, Date.now).subscribe((left) => seen.push(left))
  vi.advanceTimersByTime(1_000)
  expect(seen).toEqual([0])
})
