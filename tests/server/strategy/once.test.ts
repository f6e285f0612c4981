import { beforeEach, expect, it } from 'vitest'
import { checkLedger, grantPaper } from '../../../server/ledger/module.ts'
import { dueWork } from '../../../server/orders/work.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { RetryError } from '../../../server/platform/database/database.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { spotKind } from '../../../server/spot/kind.ts'
import { submit } from '../../../server/strategy/acts.ts'
import { strategyKind } from '../../../server/strategy/kind.ts'
import { describePlatform, insertUser, MONDAY_NOON } from '../platform.ts'
import { createSaboteur } from '../sabotage.ts'
import { requestId } from './support.ts'

const PEOPLE = 12
/** So often a transaction is tried that the database asks for again. */
const ATTEMPTS = 5
const PRICE = 4_000_000n
const prices = { has: () => true, state: () => 'live' as const, last: () => ({ time: 0, price: PRICE }), delayMs: 0 }
const never = () => false

describePlatform('strategy: each interval of a recurring buy', (test) => {
  let platform: Platform
  let made = 0
  let at = 0n
  /** Those of this test. */
  let mine: string[] = []

  /** All that is due up to a moment is on the record, with a price of then. */
  const recorded = async (ms: bigint) => {
    const { db } = platform
    await db.deleteFrom('ticks').execute()
    const row = { symbol: 'BTCUSDT', seq: 1n, time_ms: ms, price: PRICE, hash: 'a'.repeat(64) }
    await db.insertInto('ticks').values(row).execute()
    const record = { id: 1n, complete_ms: ms, examined_ms: 0n, term: 1n, source: 'test', since_ms: 0n }
    await db
      .insertInto('record')
      .values(record)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ complete_ms: ms }))
      .execute()
  }

  beforeEach(async () => {
    platform = test.platform
    mine = []
    await recorded(BigInt(MONDAY_NOON))
    for (let number = 0; number < PEOPLE; number++) {
      await commit(platform, async (unit) => {
        const userId = await insertUser(unit, `buyer${++made}`)
        await grantPaper(unit, userId)
        const input = { requestId: requestId(), type: 'recurring', symbol: 'BTCUSDT', amount: '100', days: 1 } as const
        const { id, turn_ms } = await submit(unit, prices, userId, input)
        mine.push(id)
        at = turn_ms ?? 0n
      })
    }
    // The first buys are over, and noted.
    await dueWork(platform, spotKind as never).run(never)
    await run()
    await recorded(at)
  })

  const orders = async () => {
    const rows = await platform.db
      .selectFrom('spots')
      .select(['strategy_id', 'strategy_step'])
      .where('strategy_id', 'in', mine)
      .execute()
    return rows.map(({ strategy_id, strategy_step }) => `${strategy_id} ${strategy_step}`)
  }
  const turns = () =>
    platform.db.selectFrom('strategies').select(['turn_ms', 'version', 'state']).where('id', 'in', mine).execute()
  const run = (node = platform) => dueWork(node, strategyKind as never).run(never)

  it('is ordered once by concurrent and repeated runs on several nodes', async () => {
    // Each has its own connection, and skips rows locked by another.
    while ((await Promise.all([run(), run(), run()])).some((moved) => moved > 0));
    expect(await run()).toBe(0)
    const all = await orders()
    expect(all).toHaveLength(2 * PEOPLE)
    expect(new Set(all).size).toBe(all.length)
    const day = 86_400_000n
    expect((await turns()).every(({ turn_ms, state }) => turn_ms === at + day && state === 'running')).toBe(true)
  })

  it('cannot be ordered twice', async () => {
    const [first] = await platform.db.selectFrom('spots').selectAll().where('strategy_id', 'in', mine).execute()
    if (!first) throw new Error('there is no order')
    const again = { ...first, id: platform.ids() }
    await expect(platform.db.insertInto('spots').values(again).execute()).rejects.toThrow(/unique/i)
  })

  it('is decided under the lock of its orders, also after a failed batch', async () => {
    const where: boolean[] = []
    let failures = 0
    const failing: typeof strategyKind = {
      ...strategyKind,
      due: async (db, row, upToMs) => {
        where.push(db.isTransaction)
        return strategyKind.due?.(db, row, upToMs)
      },
      extras: async (...step) => {
        if (++failures <= ATTEMPTS) throw new RetryError('a fault')
        return strategyKind.extras?.(...step)
      },
    }
    expect(await dueWork(platform, failing as never).run(never)).toBeGreaterThanOrEqual(PEOPLE)
    expect(failures).toBeGreaterThan(ATTEMPTS)
    expect(where).not.toContain(false)
    expect(await orders()).toHaveLength(2 * PEOPLE)
  })

  it('is ordered atomically, and once, with a fault at each of its statements', async () => {
    const saboteur = createSaboteur()
    const node = { ...platform, db: platform.db.withPlugin(saboteur.plugin) }
    for (let number = 1; ; number++) {
      saboteur.arm(number, number % 2 === 0 ? 'before' : 'after')
      await run(node).catch(() => 0)
      saboteur.disarm()
      const all = await orders()
      const moved = (await turns()).filter(({ turn_ms }) => turn_ms !== at).length
      expect(all.length, `statement ${number}`).toBe(PEOPLE + moved)
      expect(new Set(all).size).toBe(all.length)
      if (moved === PEOPLE) break
      expect(number).toBeLessThan(200)
    }
    await run()
    expect(await orders()).toHaveLength(2 * PEOPLE)
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })
})
