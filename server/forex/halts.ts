import { findForexPair } from '../../src/rules/forex/pairs.ts'
import { haltSwitch, haltsBy, switchCommands } from '../orders/module.ts'
import type { Command } from '../platform/command.ts'

const halts = haltSwitch('forex', 'forex_halts', {
  orders: 'positions in lots',
  isSymbol: (symbol) => findForexPair(symbol) !== undefined,
  unknown: (scope) => `there is no pair or metal ${scope}`,
})

/** Halts of new positions. Open ones can still be closed. */
export const { haltOf, prefetchHalt, requireOn } = haltsBy(halts)

/** Operator commands on forex and metals. Open positions stay open, and can be closed. */
export const forexCommands: readonly Command[] = switchCommands(halts)
