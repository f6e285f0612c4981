import { Refusal } from '../../src/api/wire/messages.ts'
import { findPair } from '../../src/rules/market/pairs.ts'
import type { SpotSide } from '../../src/rules/spot/spot.ts'
import { haltedBy, haltSwitch, type Switch, switchCommands, switchedOf } from '../orders/module.ts'
import type { Command } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'

const isSymbol = (symbol: string) => findPair(symbol) !== undefined
const unknown = (scope: string) => `there is no pair ${scope}`

const halts = haltSwitch('spot', 'spot_halts', { orders: 'spot orders', isSymbol, unknown })

const hoarding: Switch = {
  noun: 'spot',
  table: 'spot_hoarding',
  verbs: { list: 'hoardings', on: 'hoard', off: 'unhoard' },
  titles: { list: 'Coin hoarding', on: 'Stop sales', off: 'Allow sales' },
  says: {
    list: 'Lists the symbols that cannot be sold.',
    on: 'Stops sales of a symbol, during a coin-hoarding activity.',
    off: 'Allows sales of a symbol again.',
    scopes: 'a symbol',
  },
  isScope: isSymbol,
  unknown,
}

/** Why an operator has stopped new orders on a symbol. Live ones continue, and can be cancelled. */
export const haltOf = (db: Db | Tx, symbol: string) => haltedBy(db, halts, symbol)

/** Why an operator has stopped sales of a symbol. */
export const sellHaltOf = async (db: Db | Tx, symbol: string): Promise<'hoardingActive' | undefined> =>
  (await switchedOf(db, hoarding, [symbol])).length > 0 ? 'hoardingActive' : undefined

/** @throws Refusal functionOff, tradingClosed, hoardingActive */
export async function requireOn(tx: Tx, symbol: string, side: SpotSide): Promise<void> {
  const halt = (await haltOf(tx, symbol)) ?? (side === 'sell' ? await sellHaltOf(tx, symbol) : undefined)
  if (halt) throw new Refusal(halt)
}

/** Operator commands on spot orders. */
export const spotCommands: readonly Command[] = [...switchCommands(halts), ...switchCommands(hoarding)]
