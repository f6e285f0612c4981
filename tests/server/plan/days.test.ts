import { expect, it } from 'vitest'
import { dayAt, endOfDay } from '../../../server/plan/order.ts'
import { firstDayAt } from '../../../server/plan/plans.ts'

const plan = { opened_ms: 1_000_000n, day_ms: 60_000n, drawn: 0n }

it('a day of a plan runs from one whole day after its opening to the next, and before that the first one does', () => {
  const at = (ms: bigint) => dayAt(plan, plan.opened_ms + ms)
  expect([-600_000n, -1n, 0n, 59_999n, 60_000n, 119_999n, 120_000n].map(at)).toEqual([1n, 1n, 1n, 1n, 2n, 2n, 3n])
  expect(at(endOfDay(plan, 7n) - plan.opened_ms)).toBe(8n)
})

it('plan days: whoever joins begins with a day that has not begun, and was not drawn, also where the clock is behind the record', () => {
  expect(firstDayAt(plan, plan.opened_ms + 30_000n)).toBe(2n)
  expect(firstDayAt(plan, plan.opened_ms + 60_000n)).toBe(3n)
  // Five days are drawn: the sixth runs by the record, whatever the clock says.
  for (const ms of [0n, 300_000n, 359_999n]) expect(firstDayAt({ ...plan, drawn: 5n }, plan.opened_ms + ms)).toBe(7n)
})
