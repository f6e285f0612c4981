import { expect, it } from 'vitest'
import {
  GRIDS_MAX,
  GRIDS_MIN,
  recurringDays,
  STRATEGIES_MAX,
  STRATEGY_ORDER_MIN,
} from '../../../src/rules/strategy/strategy.ts'

it('strategies: the terms are these', () => {
  expect([STRATEGIES_MAX, STRATEGY_ORDER_MIN, GRIDS_MIN, GRIDS_MAX]).toEqual([10, '10', 2, 20])
  expect(recurringDays).toEqual([1, 7, 14, 30])
})
