import { leverKind } from '../../server/lever/kind.ts'
import { submitLever } from '../../server/lever/submit.ts'
import { pricesByTick, type TickRow } from '../../server/market/module.ts'
import { moveOrder } from '../../server/orders/module.ts'
import type { Platform } from '../../server/platform/context.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { findContract } from '../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { signUp } from './orders-people.ts'

/** Resting orders at a price that is never reached, open contracts, and their holders. */
export type Waiting = { people: number; resting: number; open: number }

const AT_ONCE = 200

/**
 * Makes contracts before the server starts, by its own functions: limit orders at half the price, on each symbol in turn;
 * and long positions at 10x on the first symbol, as many with a take-profit as are given.
 *
 * @param prices by symbol, in minor units
 */
export async function placeContracts(
  platform: Platform,
  { people: count, resting, open }: Waiting,
  prices: ReadonlyMap<string, bigint>,
  takeProfits: readonly string[],
): Promise<void> {
  const people = await signUp(platform, count)
  const symbols = [...prices.keys()]
  const [first = ''] = symbols
  const userOf = (index: number) => people[Math.floor(index / AT_ONCE) % people.length]?.userId ?? ''
  const tickOf = (symbol: string): TickRow => ({
    symbol,
    seq: 1n,
    time_ms: BigInt(platform.clock.now()),
    price: prices.get(symbol) ?? 0n,
    hash: '0'.repeat(64),
  })
  const priceOf = (symbol: string, share: bigint) =>
    formatMoney((tickOf(symbol).price * share) / 100n, instrumentOf(symbol).scale)
  const requestId = 'placed before the benchmark'

  for (let from = 0; from < resting; from += AT_ONCE) {
    await commit(platform, async (unit) => {
      for (let index = from; index < Math.min(from + AT_ONCE, resting); index++) {
        const symbol = symbols[index % symbols.length] ?? ''
        await submitLever(unit, pricesByTick(tickOf(symbol)), userOf(index), {
          ...{ requestId, symbol, direction: 'long', type: 'limit', leverage: 1 },
          ...{ quantity: findContract(symbol)?.unit ?? '', price: priceOf(symbol, 50n) },
        })
      }
    })
  }
  for (let from = 0; from < open; from += AT_ONCE) {
    await commit(platform, async (unit) => {
      for (let index = from; index < Math.min(from + AT_ONCE, open); index++) {
        const takeProfit = takeProfits[index]
        const tick = tickOf(first)
        const order = await submitLever(unit, pricesByTick(tick), userOf(index), {
          ...{ requestId, symbol: first, direction: 'long', type: 'limit', leverage: 10 },
          ...{ quantity: '0.0010', price: priceOf(first, 100n) },
          ...(takeProfit !== undefined && { takeProfit }),
        })
        const opening = leverKind.crossed?.(order, { names: ['limit'], tick, sinceMs: 0n })
        if (!opening || !(await moveOrder(unit, leverKind, order, opening)))
          throw new Error('a position was not opened')
      }
    })
  }
}

/** A contract's trigger, and when it was reached by the record and closed, in ms. */
export type Closed = { cause: string; tickMs: number; closedMs: number }

/** All closed contracts. */
export async function closedContracts({ db }: Pick<Platform, 'db'>): Promise<Closed[]> {
  const rows = await db
    .selectFrom('levers')
    .select(['cause', 'fills', 'settled_ms'])
    .where('settled_ms', 'is not', null)
    .execute()
  return rows.map(({ cause, fills, settled_ms }) => {
    const [fill] = JSON.parse(fills) as { tick: { time_ms: string } }[]
    return { cause: cause ?? '', tickMs: Number(fill?.tick.time_ms), closedMs: Number(settled_ms) }
  })
}
