import { expect, it } from 'vitest'
import { dayAt, endOfDay } from '../../../server/plan/order.ts'
import { firstDayAt } from '../../../server/plan/plans.ts'

const plan = { opened_ms: 1_000_000n, day_ms: 60_000n, drawn: 0n }

it('a day of a plan lasts one whole day from its opening on', () => {
  const at = (ms: bigint) => dayAt(plan, plan.opened_ms + ms)
  expect([-600_000n, -1n, 0n, 59_999n, 60_000n, 119_999n, 120_000n].map(at)).toEqual([1n, 1n, 1n, 1n, 2n, 2n, 3n])
  expect(at(endOfDay(plan, 7n) - plan.opened_ms)).toBe(8n)
})

it('plan days: an order begins with a day that is neither begun nor drawn, also with a clock behind the record', () => {
  expect(firstDayAt(plan, plan.opened_ms + 30_000n)).toBe(2n)
  expect(firstDayAt(plan, plan.opened_ms + 60_000n)).toBe(3n)
  // Five days are drawn: the sixth runs by the record, whatever the clock says.
  for (const ms of [0n, 300_000n, 359_999n]) expect(firstDayAt({ ...plan, drawn: 5n }, plan.opened_ms + ms)).toBe(7n)
})
