import { Refusal } from '../../src/api/wire/messages.ts'
import { findPair } from '../../src/rules/market/pairs.ts'
import type { SpotSide } from '../../src/rules/spot/spot.ts'
import { haltSwitch, haltsBy, type Switch, switchCommands, switchedBy } from '../orders/module.ts'
import type { Command } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Prefetch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'

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

const newOrders = haltsBy(halts)
const sales = switchedBy(hoarding)

/** Why an operator has stopped new orders on a symbol. Live ones continue, and can be cancelled. */
export const { haltOf } = newOrders

/** Why an operator has stopped sales of a symbol. */
export const sellHaltOf = async (db: Db | Tx, symbol: string): Promise<'hoardingActive' | undefined> =>
  (await sales.load(db, [symbol], 0)).get(symbol) ? 'hoardingActive' : undefined

/** Prefetch of the switches that may refuse an order. */
export const prefetchSwitches = (symbol: string, side: SpotSide): Prefetch[] => [
  newOrders.prefetchHalt(symbol),
  ...(side === 'sell' ? [[sales, symbol] as const] : []),
]

/** @throws Refusal functionOff, tradingClosed, hoardingActive */
export async function requireOn(unit: Unit, symbol: string, side: SpotSide): Promise<void> {
  await newOrders.requireOn(unit, symbol)
  if (side === 'sell' && (await unit.read(sales, symbol))) throw new Refusal('hoardingActive')
}

/** Operator commands on spot orders. */
export const spotCommands: readonly Command[] = [...switchCommands(halts), ...switchCommands(hoarding)]
