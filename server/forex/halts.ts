import { findForexPair } from '../../src/rules/forex-pairs.ts'
import { haltedBy, haltSwitch, switchCommands } from '../orders/index.ts'
import type { Command } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'

const halts = haltSwitch('forex', 'forex_halts', {
  orders: 'positions in foreign exchange and metals',
  isSymbol: (symbol) => findForexPair(symbol) !== undefined,
  unknown: (scope) => `there is no pair or metal ${scope}`,
})

/** Why nothing is opened on a symbol, as far as an operator has said. What is open can be closed all the same. */
export const haltOf = (db: Db | Tx, symbol: string) => haltedBy(db, halts, symbol)

/** What an operator does about positions in foreign exchange and metals. What is open stays open, and can be closed. */
export const forexCommands: readonly Command[] = switchCommands(halts)
