import { forexMachine } from './forex.ts'
import { leverMachine } from './lever.ts'
import { microtradeMachine } from './microtrade.ts'
import { spotMachine } from './spot.ts'
import { withdrawalMachine } from './withdrawal.ts'

/** The machine of each kind of order in the common lists and totals. A new kind is a line here. */
export const orderMachines = {
  microtrade: microtradeMachine,
  lever: leverMachine,
  spot: spotMachine,
  forex: forexMachine,
  withdrawal: withdrawalMachine,
}
