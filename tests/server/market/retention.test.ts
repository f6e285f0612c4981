import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertCandles } from '../../../server/market/candles.ts'
import { chainBetween } from '../../../server/market/index.ts'
import { preimageOf } from '../../../server/market/record.ts'
import { CANDLES_KEPT, createRetention, TICKS_KEPT_MS } from '../../../server/market/retention.ts'
import type { Database } from '../../../server/platform/database.ts'
import { migrate } from '../../../server/platform/migrate.ts'
import type { Tables } from '../../../server/platform/tables.ts'
import { GENESIS } from '../../../src/rules/chain.ts'
import { databaseKinds, freshDatabase } from '../databases.ts'
import { brokenLink, MONDAY_NOON, sha256 } from './support.ts'

const NOW = MONDAY_NOON
const OLD = NOW - TICKS_KEPT_MS - 3_600_000

describe.each(databaseKinds)('what is forgotten (%s)', (kind) => {
  let database: Database
  let end: () => Promise<void>
  beforeEach(async () => {
    const fresh = await freshDatabase(kind)
    database = fresh.database
    end = async () => {
      await database.close()
      await fresh.drop()
    }
    await migrate(database, NOW)
    const owner = { lang: 'en', status: 'active', event_seq: 0n, created_at: 0n, invite_code: 'code0001' } as const
    const nobody = { username: null, username_key: null, address: null, password_hash: null, email: null, phone: null }
    await database.db
      .insertInto('users')
      .values({ id: 'user0001', ...nobody, ...owner, inviter_id: null })
      .execute()
  })
  afterEach(() => end())

  /** Ticks numbered from 1 with steps of 3, one a second from a time on. */
  const record = async (symbol: string, count: number, from: number) => {
    let hash = GENESIS
    const rows = Array.from({ length: count }, (_, place) => {
      const tick = {
        symbol,
        seq: BigInt(1 + place * 3),
        time_ms: BigInt(from + place * 1_000),
        price: BigInt(1_000 + place),
      }
      hash = sha256(preimageOf(hash, tick))
      return { ...tick, hash }
    })
    await database.db.insertInto('ticks').values(rows).execute()
  }
  const order = (more: Partial<Tables['microtrades']>) =>
    database.db
      .insertInto('microtrades')
      .values({
        id: `order${more.open_seq ?? 0}-${more.accepted_ms ?? 0}`,
        user_id: 'user0001',
        symbol: 'BTCUSDT',
        kind: 'crypto',
        direction: 'rise',
        currency: 'USDT',
        amount: 1n,
        seconds: 30n,
        payout_bps: 1n,
        state: 'won',
        accepted_ms: BigInt(OLD),
        due_ms: null,
        settled_ms: BigInt(OLD + 60_000),
        open_seq: null,
        open_ms: null,
        open_price: null,
        open_hash: null,
        close_seq: null,
        close_ms: null,
        close_price: null,
        close_hash: null,
        payout: 0n,
        ...more,
      })
      .execute()
  const numbers = async (symbol = 'BTCUSDT') => {
    const rows = await database.db
      .selectFrom('ticks')
      .select('seq')
      .where('symbol', '=', symbol)
      .orderBy('seq')
      .execute()
    return rows.map(({ seq }) => Number(seq))
  }

  it('are old ticks, but never the newest of a symbol', async () => {
    await record('BTCUSDT', 1_200, OLD)
    await record('ETHUSDT', 5, NOW - TICKS_KEPT_MS - 2_000)
    expect(await createRetention(database.db).ticks(NOW)).toBe(1_199 + 2)
    expect(await numbers()).toEqual([1 + 1_199 * 3])
    expect(await numbers('ETHUSDT')).toEqual([7, 10, 13])
  })

  it('are not the stretches of orders, nor the ticks before them', async () => {
    await record('BTCUSDT', 700, OLD)
    await record('ETHUSDT', 3, OLD)
    await order({ open_seq: 301n, close_seq: 391n })
    await order({ open_seq: 331n, close_seq: 421n })
    await order({ open_seq: 901n, state: 'unexpected' })
    await createRetention(database.db).ticks(NOW)
    const kept = await numbers()
    expect(kept).toEqual([298, ...Array.from({ length: 41 }, (_, place) => 301 + place * 3), 898, 901, 2_098])
    expect(await numbers('ETHUSDT')).toEqual([7])
    const stretch = await chainBetween(database.db, 'BTCUSDT', 301, 391)
    expect(stretch.ticks).toHaveLength(31)
    expect(brokenLink(stretch)).toBe(-1)
  })

  it('are none of the ticks that an order still waits for, however late it is settled', async () => {
    await record('BTCUSDT', 200, OLD)
    await order({
      state: 'accepted',
      accepted_ms: BigInt(OLD + 100_000),
      due_ms: BigInt(OLD + 100_000),
      settled_ms: null,
      payout: null,
    })
    const retention = createRetention(database.db)
    expect(await retention.ticks(NOW)).toBe(40)
    await database.db
      .updateTable('microtrades')
      .set({ state: 'won', due_ms: null, settled_ms: BigInt(NOW), payout: 0n, open_seq: 301n, close_seq: 391n })
      .execute()
    await retention.ticks(NOW + 1_000)
    expect(await numbers()).toEqual([298, ...Array.from({ length: 31 }, (_, place) => 301 + place * 3), 598])
  })

  it('are not the tick that settled an order before the feed fell silent, when it comes back after a day', async () => {
    await record('BTCUSDT', 100, OLD)
    await order({ open_seq: 208n, close_seq: 298n, settled_ms: BigInt(OLD + 101_000) })
    const retention = createRetention(database.db)
    await retention.ticks(NOW)
    const kept = [205, ...Array.from({ length: 31 }, (_, place) => 208 + place * 3)]
    expect(await numbers()).toEqual(kept)
    const next = { symbol: 'BTCUSDT', seq: 400n, time_ms: BigInt(NOW), price: 1n, hash: sha256('next') }
    await database.db.insertInto('ticks').values(next).execute()
    await retention.ticks(NOW + 1_000)
    expect(await numbers()).toEqual([...kept, 400])
  })

  it('are the same, run once, twice or again after a restart', async () => {
    await record('BTCUSDT', 700, OLD)
    await order({ open_seq: 301n, close_seq: 391n })
    const retention = createRetention(database.db)
    await retention.ticks(NOW)
    const kept = await numbers()
    expect(await retention.ticks(NOW)).toBe(0)
    expect(await createRetention(database.db).ticks(NOW)).toBe(0)
    expect(await numbers()).toEqual(kept)
  })

  it('are candles that no chart goes back to', async () => {
    const bar = { symbol: 'BTCUSDT', open: 1n, high: 1n, low: 1n, close: 1n, volume: 1n }
    const now = BigInt(NOW / 1000)
    const minutes = [now - BigInt(CANDLES_KEPT * 60) - 60n, now - BigInt(CANDLES_KEPT * 60), now]
    await insertCandles(
      database.db,
      minutes.flatMap((time) => [
        { ...bar, interval: '1m', time },
        { ...bar, interval: '1d', time },
      ]),
    )
    await createRetention(database.db).candles(NOW)
    const rows = await database.db.selectFrom('candles').select(['interval', 'time']).orderBy('time').execute()
    expect(rows.filter(({ interval }) => interval === '1m').map(({ time }) => time)).toEqual(minutes.slice(1))
    expect(rows.filter(({ interval }) => interval === '1d')).toHaveLength(3)
  })
})
