import { microtrades } from './kinds/microtrade.ts'
import type { SimulatedKind } from './model.ts'

/** What people in the simulation order, listed once. */
export const kinds: readonly SimulatedKind[] = [microtrades as SimulatedKind]
