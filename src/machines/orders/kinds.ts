import { microtradeMachine } from './microtrade.ts'

/** The machine of each kind of order. A new kind is a line here. */
export const orderMachines = { microtrade: microtradeMachine }
