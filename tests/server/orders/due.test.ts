import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { checkLedger, grantPaper } from '../../../server/ledger/module.ts'
import { modules } from '../../../server/modules.ts'
import { moveOrder, type OrderKind, placeOrder } from '../../../server/orders/module.ts'
import { dueWork } from '../../../server/orders/work.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { foldersOf, migrate } from '../../../server/platform/database/migrate.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { describePlatform, insertUser, MONDAY_NOON } from '../platform.ts'
import { kind, type Row, reservation } from './reservation/module.ts'

const PEOPLE = 80
const BATCH = 32
const never = () => false

describePlatform('orders that are due', (test) => {
  let platform: Platform
  let made = 0

  beforeEach(async () => {
    const listed = [...modules, reservation]
    platform = { ...test.platform, modules: listed }
    await migrate(platform.database, MONDAY_NOON, foldersOf(listed))
    const complete_ms = BigInt(MONDAY_NOON + 60_000)
    await platform.db
      .insertInto('record')
      .values({ id: 1n, complete_ms, examined_ms: 0n, term: 1n, source: 'test', since_ms: 0n })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await platform.db.deleteFrom('reservations' as never).execute()
    await platform.db.deleteFrom('order_sums').execute()
    await commit(platform, async (unit) => {
      for (let number = 0; number < PEOPLE; number++) {
        const user_id = await insertUser(unit, `person${++made}`)
        await grantPaper(unit, user_id)
        const at = BigInt(MONDAY_NOON + number)
        const terms = { symbol: 'BTCUSDT', currency: 'USDT', amount: 1_000_000n, level: 1n, tick_seq: null }
        await placeOrder(unit, kind, { user_id, ...terms, accepted_ms: at, due_ms: at })
      }
    })
  })

  const rows = async () =>
    (await platform.db
      .selectFrom('reservations' as never)
      .selectAll()
      .orderBy('accepted_ms' as never)
      .execute()) as Row[]
  const run = (of: OrderKind<Row> = kind, node = platform) => dueWork(node, of as OrderKind).run(never)
  const ended = async () => (await rows()).filter(({ settled_ms }) => settled_ms !== null).length

  // SQLite has one node.
  it.runIf(test.kind === 'postgres')('are shared by nodes: none waits for what another one is at', async () => {
    const claimed = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = run({
      ...kind,
      due: async (db, order, upToMs) => {
        claimed.resolve()
        await goOn.promise
        return kind.due?.(db, order, upToMs)
      },
    })
    await claimed.promise
    try {
      expect(await run()).toBe(PEOPLE - BATCH)
      expect((await rows()).map(({ settled_ms }) => settled_ms !== null)).toEqual(
        Array.from({ length: PEOPLE }, (_, index) => index >= BATCH),
      )
    } finally {
      goOn.resolve()
    }
    expect(await slow).toBe(BATCH)
    expect((await rows()).map(({ version }) => version)).toEqual(Array.from({ length: PEOPLE }, () => 2n))
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })

  const actFor = (unit: Unit, userId: string) =>
    unit.tx.updateTable('users').set({ lang: 'ko' }).where('id', '=', userId).execute()

  it.runIf(test.kind === 'postgres')(
    'wait while something else is done for their owner, the others first',
    async () => {
      const [first] = await rows()
      const owner = first?.user_id ?? ''
      await commit(platform, async (unit) => {
        await actFor(unit, owner)
        // Of many the next run sees to those that were held.
        expect(await run()).toBe(PEOPLE - 1)
      })
      const waiting = await commit(platform, async (unit) => {
        await actFor(unit, owner)
        const moved = run()
        const held = sql<{ held: bigint }>`
        select count(*) as held from pg_locks
        where not granted and transactionid::text = pg_current_xact_id()::text`
        await expect.poll(async () => (await held.execute(unit.tx)).rows[0]?.held).toBe(1n)
        return { moved }
      })
      expect(await waiting.moved).toBe(1)
    },
  )

  it('do not block others if one of them fails at deciding, executing or writing', async () => {
    const all = await rows()
    const [undecided, unfit, unwritable] = [all[3]?.id, all[5]?.id, all[40]?.id]
    const failing: OrderKind<Row> = {
      ...kind,
      due: async (db, order, upToMs) => {
        if (order.id === undecided) throw new Error('cannot be decided')
        const move = await kind.due?.(db, order, upToMs)
        return move && order.id === unwritable ? { ...move, change: { accepted_ms: null as never } } : move
      },
      toWire: (order) => {
        if (order.id === unfit && order.settled_ms !== null) throw new Error('cannot be told')
        return kind.toWire(order)
      },
    }
    expect(await run(failing)).toBe(PEOPLE - 3)
    expect(await ended()).toBe(PEOPLE - 3)
    expect(await run()).toBe(3)
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })

  it('may be moved in the unit that placed them', async () => {
    const [order] = await rows()
    if (!order) throw new Error('no order')
    const moved = await commit(platform, async (unit) => {
      const user_id = await insertUser(unit, `person${++made}`)
      await grantPaper(unit, user_id)
      const placed = await placeOrder(unit, kind, { ...order, user_id })
      return moveOrder(unit, kind, placed, { event: { type: 'reservation.cancel' } })
    })
    expect(moved).toMatchObject({ state: 'released', version: 2n })
    expect((await rows()).find(({ id }) => id === moved?.id)).toMatchObject({ state: 'released', version: 2n })
  })
})
