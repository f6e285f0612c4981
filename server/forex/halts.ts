import { findForexPair } from '../../src/rules/forex/pairs.ts'
import { haltedBy, haltSwitch, switchCommands } from '../orders/module.ts'
import type { Command } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'

const halts = haltSwitch('forex', 'forex_halts', {
  orders: 'positions in lots',
  isSymbol: (symbol) => findForexPair(symbol) !== undefined,
  unknown: (scope) => `there is no pair or metal ${scope}`,
})

/** Why an operator has stopped new positions on a symbol. Open ones can still be closed. */
export const haltOf = (db: Db | Tx, symbol: string) => haltedBy(db, halts, symbol)

/** Operator commands on forex and metals. Open positions stay open, and can be closed. */
export const forexCommands: readonly Command[] = switchCommands(halts)
