import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { grantPaper } from '../../../server/ledger/module.ts'
import { modules } from '../../../server/modules.ts'
import { moveOrder, placeOrder, type Trigger } from '../../../server/orders/module.ts'
import { ordersById } from '../../../server/orders/table.ts'
import { awaitedSince, look, pass, rearmTriggers } from '../../../server/orders/triggers.ts'
import { dueWork, triggerWork } from '../../../server/orders/work.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { transact } from '../../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../../server/platform/database/migrate.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { describePlatform, insertUser, MONDAY_NOON } from '../platform.ts'
import { kind, type Row, reservation } from './reservation/module.ts'

const SYMBOL = 'BTCUSDT'
const at = (second: number) => BigInt(MONDAY_NOON + second * 1_000)
const never = () => false

describePlatform('prices that orders wait for', (test) => {
  let platform: Platform
  let userId: string
  let people = 0
  let seq = 0n

  beforeEach(async () => {
    const listed = [...modules, reservation]
    platform = { ...test.platform, modules: listed }
    await migrate(platform.database, MONDAY_NOON, foldersOf(listed))
    for (const table of ['triggers', 'watermarks', 'ticks', 'record'] as const)
      await platform.db.deleteFrom(table).execute()
    seq = 0n
    userId = await person()
  })

  const person = () =>
    commit(platform, async (unit) => {
      const id = await insertUser(unit, `waiting${++people}`)
      await grantPaper(unit, id)
      return id
    })

  /** Ticks of one a second, from a second on, in whole units; the record is complete up to the last. */
  const record = (from: number, ...prices: number[]) => recordOf(SYMBOL, from, ...prices)
  const recordOf = async (symbol: string, from: number, ...prices: number[]) => {
    const rows = prices.map((price, index) => ({
      symbol,
      seq: ++seq,
      time_ms: at(from + index),
      price: BigInt(price),
      hash: String(seq).padStart(64, '0'),
    }))
    await platform.db.insertInto('ticks').values(rows).execute()
    const complete_ms = at(from + prices.length - 1)
    const row = { id: 1n, complete_ms, examined_ms: 0n, term: 1n, source: 'test', since_ms: 0n }
    await platform.db
      .insertInto('record')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ complete_ms }))
      .execute()
  }
  const place = (
    second: number,
    level: number,
    { seconds = 3_600, side = 'atOrAbove' as Trigger['side'], symbol = SYMBOL, owner = userId } = {},
  ) =>
    commit(platform, (unit) =>
      placeOrder(
        unit,
        kind,
        {
          user_id: owner,
          symbol,
          currency: 'USDT',
          amount: 1_000_000n,
          level: BigInt(level),
          accepted_ms: at(second),
          due_ms: at(second + seconds),
          tick_seq: null,
        },
        [{ name: 'level', symbol, side, level: BigInt(level) }],
      ),
    )
  const now = async ({ id }: Row) => (await ordersById(platform.db, kind, [id]))[0]
  const run = (log: number[] = []) => triggerWork(platform, [kind]).run(never, (ms) => log.push(ms))

  it('takes the first of many ticks at or beyond the level, including exactly at it', async () => {
    await record(0, 90)
    const [above, below] = [await place(1, 100), await place(1, 50, { side: 'atOrBelow' })]
    await record(1, 99, 100, 120, 51, 50, 40, 100)
    const late: number[] = []
    expect(await run(late)).toBe(2)
    expect(await now(above)).toMatchObject({ state: 'consumed', tick_seq: 3n, version: 2n })
    expect(await now(below)).toMatchObject({ state: 'consumed', tick_seq: 6n })
    // When it was due, for how late it was done: when its tick was.
    expect(late.sort()).toEqual([Number(at(2)), Number(at(5))])
  })

  it('decides by the due time before a later price, whichever work runs first', async () => {
    await record(0, 90)
    const [a, b] = [await place(1, 100, { seconds: 3 }), await place(1, 100, { seconds: 3 })]
    await record(1, 90, 90, 90, 90, 100, 100)
    await run()
    expect(await now(a)).toMatchObject({ state: 'released' })
    await dueWork(platform, kind).run(never)
    expect(await now(b)).toMatchObject({ state: 'released' })
    const c = await place(7, 110, { seconds: 3 })
    await record(7, 100, 100, 110, 100, 100)
    await dueWork(platform, kind).run(never)
    expect(await now(c)).toMatchObject({ state: 'consumed', tick_seq: 10n })
  })

  it('finds a level after many scans, by index and not one by one', async () => {
    await record(0, 90)
    const waiting = await place(1, 100)
    await record(1, 95, 96)
    await run()
    const [row] = await platform.db.selectFrom('triggers').selectAll().where('order_id', '=', waiting.id).execute()
    expect(row?.examined_ms).toBeNull()
    await record(3, 97, 98)
    await run()
    expect(await now(waiting)).toMatchObject({ state: 'held' })
    await record(5, 101)
    await run()
    expect(await now(waiting)).toMatchObject({ state: 'consumed', tick_seq: 6n })
  })

  it('is searched from its placing on, even if another was placed after the tick', async () => {
    await record(0, 90)
    const before = await place(1, 100)
    await record(2, 100)
    const after = await place(3, 100)
    await record(4, 95)
    await run()
    expect(await now(before)).toMatchObject({ state: 'consumed', tick_seq: 2n })
    expect(await now(after)).toMatchObject({ state: 'held' })
  })

  it('is not skipped if its order is placed while another node scans', async () => {
    await record(0, 90)
    await place(0, 500)
    await run()
    await record(1, 95)
    const seen = await look(platform.db, SYMBOL)
    // Accepted before the tick that reaches it was recorded, and committed after the pass.
    const late = await place(1, 95)
    if (!seen) throw new Error('nothing was seen')
    expect(await transact(platform.db, (tx) => pass(tx, seen, []))).toBe(true)
    expect(await transact(platform.db, (tx) => pass(tx, seen, []))).toBe(false)
    await run()
    expect(await now(late)).toMatchObject({ state: 'consumed', tick_seq: 2n })
  })

  it('does not block others if one order fails, and moves that one later', async () => {
    await record(0, 90)
    const [bad, good] = [await place(1, 100), await place(1, 100)]
    await record(1, 100)
    let broken = true
    const failing = {
      ...kind,
      crossed: (order: Row, crossing: Parameters<NonNullable<typeof kind.crossed>>[1]) => {
        if (broken && order.id === bad.id) throw new Error('not now')
        return kind.crossed?.(order, crossing) ?? { event: { type: 'reservation.expire' } }
      },
    }
    await triggerWork(platform, [failing]).run(never)
    expect([await now(bad), await now(good)]).toMatchObject([{ state: 'held' }, { state: 'consumed' }])
    await record(2, 90)
    broken = false
    await triggerWork(platform, [failing]).run(never)
    expect(await now(bad)).toMatchObject({ state: 'consumed', tick_seq: 2n })
  })

  it('includes ticks recorded during a scan', async () => {
    await record(0, 90)
    const waiting = await place(1, 100, { symbol: 'ETHUSDT' })
    await place(1, 500)
    await record(1, 95)
    let looked = false
    const during: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!looked && result.rows.some((row) => 'seq' in row)) {
          looked = true
          await recordOf('ETHUSDT', 2, 100)
          await record(3, 95)
        }
        return result
      },
    }
    await triggerWork({ ...platform, db: platform.db.withPlugin(during) }, [kind]).run(never)
    expect(looked).toBe(true)
    await recordOf('ETHUSDT', 4, 90)
    await run()
    expect(await now(waiting)).toMatchObject({ state: 'consumed' })
  })

  it('does not read covered ticks again', async () => {
    await record(0, 90)
    const waiting = await place(1, 100)
    await record(1, 95, 96)
    await run()
    await platform.db
      .insertInto('ticks')
      .values({ symbol: SYMBOL, seq: 0n, time_ms: at(1) + 500n, price: 100n, hash: 'never recorded' })
      .execute()
    await record(3, 101)
    await run()
    expect(await now(waiting)).toMatchObject({ state: 'consumed', tick_seq: 4n })
  })

  it('scans again for triggers rearmed by a tick before the newest one', async () => {
    await record(0, 90)
    const order = await place(1, 100)
    await record(1, 90, 100, 120, 90)
    const seen = await look(platform.db, SYMBOL)
    if (!seen) throw new Error('nothing was seen')
    await commit(platform, async (unit) => {
      const next = { name: 'level', symbol: SYMBOL, side: 'atOrAbove', level: 110n } as const
      rearmTriggers(unit, kind, order, [next], at(2) + 1n)
      await pass(unit.tx, seen, [])
    })
    await record(5, 90)
    await run()
    expect(await now(order)).toMatchObject({ state: 'consumed', tick_seq: 4n })
  })

  it('handles more triggers than a statement has parameters', async () => {
    await record(0, 90, 91)
    const row = {
      kind: kind.name,
      name: 'level',
      symbol: SYMBOL,
      side: 'atOrAbove' as const,
      level: 500n,
      mirrored: 0n,
    }
    const rows = Array.from({ length: 70_000 }, (_, index) => ({
      ...{ ...row, order_id: `order ${index}` },
      ...{ since_ms: at(0), examined_ms: at(0) },
    }))
    for (let from = 0; from < rows.length; from += 3_500)
      await platform.db
        .insertInto('triggers')
        .values(rows.slice(from, from + 3_500))
        .execute()
    expect(await run()).toBe(0)
    const left = platform.db.selectFrom('triggers').select('name').where('examined_ms', 'is not', null)
    expect(await left.execute()).toEqual([])
  })

  it.runIf(test.kind === 'postgres')(
    'waits while another unit acts for an owner, and lets other owners go first',
    async () => {
      await record(0, 90)
      const owner = await person()
      const [busy, other] = [await place(1, 100, { owner }), await place(1, 100)]
      await record(1, 100)
      const running = await commit(platform, async ({ tx }) => {
        await tx.updateTable('users').set({ lang: 'ko' }).where('id', '=', owner).execute()
        const running = run()
        await expect.poll(() => now(other)).toMatchObject({ state: 'consumed' })
        return { running }
      })
      await running.running
      expect(await now(busy)).toMatchObject({ tick_seq: 2n })
    },
  )

  it('retains only ticks that are still to be scanned', async () => {
    expect(await awaitedSince(platform.db, SYMBOL)).toBeUndefined()
    await record(0, 90)
    await place(1, 100)
    expect(await awaitedSince(platform.db, SYMBOL)).toBe(at(1) - 1n)
    await record(1, 91, 92, 93)
    await run()
    expect(await awaitedSince(platform.db, SYMBOL)).toBe(at(3))
  })

  describe('an order changed concurrently', () => {
    it('is changed by one of the two only', async () => {
      await record(0, 90)
      const order = await place(1, 100)
      const move = () =>
        commitFor(platform, userId, (unit) => moveOrder(unit, kind, order, { event: { type: 'reservation.cancel' } }))
      const moved = await Promise.all([move(), move(), move()])
      expect(moved.filter(Boolean)).toHaveLength(1)
      expect(await now(order)).toMatchObject({ state: 'released', version: 2n })
    })
  })
})
