import { deposits } from './kinds/deposit.ts'
import { forexes } from './kinds/forex.ts'
import { levers } from './kinds/lever.ts'
import { loans } from './kinds/loan.ts'
import { microtrades } from './kinds/microtrade.ts'
import { plans } from './kinds/plan.ts'
import { savings } from './kinds/savings.ts'
import { spots } from './kinds/spot.ts'
import { strategies } from './kinds/strategy.ts'
import { swaps } from './kinds/swap.ts'
import { withdrawals } from './kinds/withdrawal.ts'
import type { SimulatedKind } from './model.ts'

/** What people in the simulation order, listed once. */
export const kinds: readonly SimulatedKind[] = [
  microtrades as SimulatedKind,
  spots as SimulatedKind,
  savings as SimulatedKind,
  levers as SimulatedKind,
  deposits as SimulatedKind,
  withdrawals as SimulatedKind,
  swaps as SimulatedKind,
  plans as SimulatedKind,
  loans as SimulatedKind,
  forexes as SimulatedKind,
]

/** What has seeds of its own, beside the first two: among all of them the rare endings of the others would want many more. */
export const apart: readonly SimulatedKind[] = [strategies as SimulatedKind]
