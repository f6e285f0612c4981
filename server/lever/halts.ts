import { findContract } from '../../src/rules/lever/terms.ts'
import { haltSwitch, haltsBy, switchCommands } from '../orders/module.ts'
import type { Command } from '../platform/command.ts'

const halts = haltSwitch('lever', 'lever_halts', {
  orders: 'contracts',
  isSymbol: (symbol) => findContract(symbol) !== undefined,
  unknown: (scope) => `there is no contract ${scope}`,
})

/** Halts of new contracts. Open ones can still be closed. */
export const { haltOf, prefetchHalt, requireOn } = haltsBy(halts)

/** Operator commands on contracts. Open contracts stay open, and can be closed. */
export const leverCommands: readonly Command[] = switchCommands(halts)
