import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertCandles } from '../../../server/market/candles.ts'
import { chainBetween } from '../../../server/market/module.ts'
import { preimageOf } from '../../../server/market/record.ts'
import { CANDLES_KEPT, createRetention, TICKS_KEPT_MS } from '../../../server/market/retention.ts'
import { modules } from '../../../server/modules.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../../server/platform/database/migrate.ts'
import type { Tables } from '../../../server/platform/database/tables.ts'
import { GENESIS } from '../../../src/rules/market/chain.ts'
import { freshDatabase } from '../databases.ts'
import { describeEach } from '../describe-each.ts'
import { brokenLink, MONDAY_NOON, sha256 } from './support.ts'

const NOW = MONDAY_NOON
const OLD = NOW - TICKS_KEPT_MS - 3_600_000

describeEach('retention: deleted rows', (kind) => {
  let database: Database
  let end: () => Promise<void>
  beforeEach(async () => {
    const fresh = await freshDatabase(kind)
    database = fresh.database
    end = async () => {
      await database.close()
      await fresh.drop()
    }
    await migrate(database, NOW, foldersOf(modules))
    await database.db
      .insertInto('record')
      .values({ id: 1n, complete_ms: 0n, examined_ms: 0n, term: 0n, source: 'test', since_ms: 0n })
      .execute()
    const owner = { lang: 'en', status: 'active', event_seq: 0n, created_at: 0n, invite_code: 'code0001' } as const
    const nobody = { username: null, username_key: null, address: null, password_hash: null, email: null, phone: null }
    await database.db
      .insertInto('users')
      .values({ id: 'user0001', ...nobody, ...owner, inviter_id: null, time_zone: 'UTC' })
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
        version: 1n,
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
  /** Where an order opened, by the number of a tick. */
  const opened = (seq: number) => ({ open_seq: BigInt(seq), open_ms: BigInt(OLD + ((seq - 1) / 3) * 1_000) })
  const span = (from: number, to: number) => Array.from({ length: (to - from) / 3 + 1 }, (_, place) => from + place * 3)
  /** Seven ticks from a time on. */
  const comingBack = (from: number) =>
    span(400, 418).map((seq, place) => ({
      symbol: 'BTCUSDT',
      seq: BigInt(seq),
      time_ms: BigInt(from + place * 1_000),
      price: 1n,
      hash: sha256(`tick ${seq}`),
    }))
  const numbers = async (symbol = 'BTCUSDT') => {
    const rows = await database.db
      .selectFrom('ticks')
      .select('seq')
      .where('symbol', '=', symbol)
      .orderBy('seq')
      .execute()
    return rows.map(({ seq }) => Number(seq))
  }

  it('are old ticks, but never a symbol’s two newest, nor the two before the retained ones', async () => {
    await record('BTCUSDT', 1_200, OLD)
    await record('ETHUSDT', 8, NOW - TICKS_KEPT_MS - 4_000)
    expect(await createRetention(database.db, modules).ticks(NOW)).toBe(1_198 + 2)
    expect(await numbers()).toEqual([1 + 1_198 * 3, 1 + 1_199 * 3])
    expect(await numbers('ETHUSDT')).toEqual([7, 10, 13, 16, 19, 22])
  })

  it('are not orders’ ticks, nor the two before and the one after, which receipts need', async () => {
    await record('BTCUSDT', 700, OLD)
    await record('ETHUSDT', 3, OLD)
    await order({ ...opened(301), close_seq: 391n })
    await order({ ...opened(331), close_seq: 421n })
    await order({ ...opened(901), state: 'unexpected' })
    // Across the end of a batch.
    await order({ ...opened(1_492), close_seq: 1_501n })
    const before = await chainBetween(database.db, 'BTCUSDT', 301, 391)
    const across = await chainBetween(database.db, 'BTCUSDT', 1_492, 1_501)
    await createRetention(database.db, modules).ticks(NOW)
    expect(await numbers()).toEqual([
      ...span(295, 424),
      // A refunded one: up to its due time.
      ...span(895, 994),
      ...span(1_486, 1_504),
      ...[2_095, 2_098],
    ])
    expect(await numbers('ETHUSDT')).toEqual([4, 7])
    expect(await chainBetween(database.db, 'BTCUSDT', 301, 391)).toEqual(before)
    expect(await chainBetween(database.db, 'BTCUSDT', 1_492, 1_501)).toEqual(across)
    expect(before.ticks).toHaveLength(31)
    expect(brokenLink(before)).toBe(-1)
  })

  it('are no ticks that an order still needs, however late it is settled', async () => {
    await record('BTCUSDT', 200, OLD)
    await order({
      state: 'accepted',
      accepted_ms: BigInt(OLD + 100_000),
      due_ms: BigInt(OLD + 100_000),
      settled_ms: null,
      payout: null,
    })
    const retention = createRetention(database.db, modules)
    expect(await retention.ticks(NOW)).toBe(98)
    await database.db
      .updateTable('microtrades')
      .set({ state: 'won', due_ms: null, settled_ms: BigInt(NOW), payout: 0n, ...opened(301), close_seq: 391n })
      .execute()
    await retention.ticks(NOW + 1_000)
    expect(await numbers()).toEqual([...span(295, 394), 595, 598])
  })

  it('are not the tick that settles an order before a day-long feed outage', async () => {
    await record('BTCUSDT', 100, OLD)
    await order({ ...opened(208), close_seq: 298n, settled_ms: BigInt(OLD + 101_000) })
    const retention = createRetention(database.db, modules)
    await retention.ticks(NOW)
    const kept = span(202, 298)
    expect(await numbers()).toEqual(kept)
    await database.db.insertInto('ticks').values(comingBack(NOW)).execute()
    await retention.ticks(NOW + 1_000)
    await createRetention(database.db, modules).ticks(NOW + TICKS_KEPT_MS + 60_000)
    expect(await numbers()).toEqual([...kept, 400, 415, 418])
  })

  it('are not Friday’s last ticks for an option that opens on Monday', async () => {
    await record('BTCUSDT', 100, OLD - 172_800_000)
    const retention = createRetention(database.db, modules)
    await retention.ticks(NOW - TICKS_KEPT_MS)
    await database.db.insertInto('ticks').values(comingBack(OLD)).execute()
    const waits = { state: 'open', due_ms: BigInt(NOW), settled_ms: null, payout: null } as const
    await order({ ...waits, accepted_ms: BigInt(OLD), open_seq: 400n, open_ms: BigInt(OLD) })
    await retention.ticks(NOW)
    await database.db
      .updateTable('microtrades')
      .set({ state: 'won', due_ms: null, settled_ms: BigInt(NOW), payout: 0n, close_seq: 406n })
      .execute()
    await createRetention(database.db, modules).ticks(NOW + 1_000)
    expect(await numbers()).toEqual([295, 298, 400, 403, 406, 409, 415, 418])
  })

  it('are searched once: examined rows are not read again after a restart', async () => {
    await record('BTCUSDT', 700, OLD)
    await order({ ...opened(301), close_seq: 391n })
    expect(await createRetention(database.db, modules).ticks(NOW)).toBe(664)
    // Nothing refers to its ticks any more: another pass would delete them.
    await database.db.deleteFrom('microtrades').execute()
    expect(await createRetention(database.db, modules).ticks(NOW + 3_600_000)).toBe(0)
    expect(await numbers()).toEqual([...span(295, 394), 2_095, 2_098])
  })

  it('are the same after one run, two, or a restart', async () => {
    await record('BTCUSDT', 700, OLD)
    await order({ ...opened(301), close_seq: 391n })
    const retention = createRetention(database.db, modules)
    await retention.ticks(NOW)
    const kept = await numbers()
    await database.db.updateTable('record').set({ examined_ms: 0n }).execute()
    expect(await retention.ticks(NOW)).toBe(0)
    expect(await createRetention(database.db, modules).ticks(NOW)).toBe(0)
    expect(await numbers()).toEqual(kept)
  })

  it('are candles beyond every chart', async () => {
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
    await createRetention(database.db, modules).candles(NOW)
    const rows = await database.db.selectFrom('candles').select(['interval', 'time']).orderBy('time').execute()
    expect(rows.filter(({ interval }) => interval === '1m').map(({ time }) => time)).toEqual(minutes.slice(1))
    expect(rows.filter(({ interval }) => interval === '1d')).toHaveLength(3)
  })
})
