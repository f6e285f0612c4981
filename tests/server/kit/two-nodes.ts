import type { Prices } from '../../../server/market/module.ts'
import { systemRandom } from '../../../server/platform/random.ts'
import { freshDatabase } from '../databases.ts'
import { createManualClock } from '../manual-clock.ts'
import { MONDAY_NOON, makePlatform, testConfig } from '../platform.ts'

/** Two nodes over one PostgreSQL, and a record of one symbol that the test writes. */
export async function twoNodes(symbol: string) {
  const fresh = await freshDatabase('postgres')
  const clock = createManualClock(MONDAY_NOON, async () => {})
  const of = { clock, config: testConfig() }
  const one = await makePlatform(fresh.database, of)
  const other = await makePlatform(await fresh.reopen(), { ...of, random: systemRandom })
  let seq = 0n
  let price = 0n
  /** A tick of this moment, and the record complete up to it. */
  const tick = async (next: bigint) => {
    price = next
    clock.jump(1_000)
    const at = BigInt(clock.now())
    const hash = String(++seq).padStart(64, '0')
    await one.db.insertInto('ticks').values({ symbol, seq, time_ms: at, price, hash }).execute()
    await one.db
      .insertInto('record')
      .values({ id: 1n, complete_ms: at, examined_ms: at, term: 1n, source: 'test', since_ms: 0n })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ complete_ms: at }))
      .execute()
  }
  const last = () => ({ time: clock.now(), price })
  const prices = { has: () => true, state: () => 'live', last, delayMs: 0 } as unknown as Prices
  const end = async () => {
    await other.database.close()
    await one.database.close()
    await fresh.drop()
  }
  return { nodes: [one, other] as const, clock, tick, prices, end }
}
