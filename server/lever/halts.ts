import { Refusal } from '../../src/api/wire/messages.ts'
import { findContract } from '../../src/rules/lever/terms.ts'
import { haltedBy, haltSwitch, haltsBy, switchCommands } from '../orders/module.ts'
import type { Command } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Prefetch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'

const halts = haltSwitch('lever', 'lever_halts', {
  orders: 'contracts',
  isSymbol: (symbol) => findContract(symbol) !== undefined,
  unknown: (scope) => `there is no contract ${scope}`,
})

/** Why an operator has stopped new contracts on a symbol. Open ones can still be closed. */
export const haltOf = (db: Db | Tx, symbol: string) => haltedBy(db, halts, symbol)

const read = haltsBy(halts)

/** Prefetch of the halts of an order's symbol. */
export const prefetchHalt = (symbol: string): Prefetch => [read, symbol]

/** @throws Refusal functionOff, tradingClosed */
export async function requireOn(unit: Unit, symbol: string): Promise<void> {
  const halt = await unit.read(read, symbol)
  if (halt) throw new Refusal(halt)
}

/** Operator commands on contracts. Open contracts stay open, and can be closed. */
export const leverCommands: readonly Command[] = switchCommands(halts)
