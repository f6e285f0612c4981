import { beforeAll, expect, it } from 'vitest'
import { checkLedger, grantPaper } from '../../../server/ledger/module.ts'
import { buy } from '../../../server/microtrade/buy.ts'
import { microtradeKind } from '../../../server/microtrade/kind.ts'
import type { MicrotradeRow } from '../../../server/microtrade/order.ts'
import { type Move, moveOrder } from '../../../server/orders/module.ts'
import type { Platform } from '../../../server/platform/context.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { once } from '../../../server/platform/unit/requests.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { dump } from '../dump.ts'
import { order, withProfit } from '../microtrade/support.ts'
import { describePlatform, insertUser } from '../platform.ts'
import { createSaboteur, Sabotage } from '../sabotage.ts'

const prices = { has: () => true, state: () => 'live' as const, last: () => ({ time: 0 }), delayMs: 0 }
const settle = (outcome: 'won' | 'lost' | 'drawn') => ({ type: 'order.settle', outcome })
const tick = (prefix: 'open' | 'close', price: bigint) => ({
  [`${prefix}_seq`]: 5n,
  [`${prefix}_ms`]: 1_767_614_400_000n,
  [`${prefix}_price`]: price,
  [`${prefix}_hash`]: 'a'.repeat(64),
})

describePlatform('crash: an option’s life, with a fault at each of its statements', (test) => {
  const saboteur = createSaboteur()
  let platform: Platform
  let userId: string
  const heard: unknown[] = []

  beforeAll(async () => {
    platform = { ...test.platform, db: test.platform.db.withPlugin(saboteur.plugin) }
    userId = await commit(platform, async (unit) => {
      const id = await insertUser(unit, 'someone')
      await grantPaper(unit, id)
      return id
    })
    platform.bus.subscribe('account', (message) => heard.push(message))
  })

  /** Lets each statement of a step fail in turn and checks what is left; then lets the step succeed. */
  async function survives<T>(step: () => Promise<T>): Promise<T> {
    const before = await dump(platform)
    heard.length = 0
    let number = 0
    for (;;) {
      number += 1
      for (const moment of ['before', 'after'] as const) {
        saboteur.arm(number, moment)
        const result = await step().then(
          (value) => ({ value }),
          (error) => ({ error }),
        )
        saboteur.disarm()
        if ('value' in result) {
          expect(number).toBeGreaterThan(2)
          expect(await dump(platform)).not.toEqual(before)
          expect(heard.length).toBeGreaterThan(0)
          expect(await checkLedger(platform.db, platform.modules)).toEqual([])
          return result.value
        }
        expect(result.error, `statement ${number}`).toBeInstanceOf(Sabotage)
        expect(await dump(platform), `statement ${number}, ${moment}`).toEqual(before)
        expect(heard).toEqual([])
      }
    }
  }

  const submit = () => {
    const input = { ...order(), symbol: 'BTCUSDT', direction: 'rise' as const, currency: 'USDT', amount: '100' }
    const act = async () => {
      const row: MicrotradeRow[] = []
      await commit(platform, (unit) =>
        once(unit, userId, 'microtrade/submit', input, async () => {
          row.push(await buy(unit, prices, userId, 'crypto', { ...input, seconds: 30 }))
          return null
        }),
      )
      return row[0] as MicrotradeRow
    }
    return survives(act)
  }
  const move = (row: MicrotradeRow, happens: Move<MicrotradeRow>) =>
    survives(async () => {
      const moved = await commit(platform, (unit) => moveOrder(unit, microtradeKind, row, happens))
      expect(moved?.version).toBe(row.version + 1n)
      return moved as MicrotradeRow
    })
  const opening: Move<MicrotradeRow> = { event: { type: 'order.open' }, change: tick('open', 4_300_000n) }
  const ending = (outcome: 'won' | 'lost' | 'drawn'): Move<MicrotradeRow> => ({
    event: settle(outcome),
    change: tick('close', 4_300_001n),
  })
  const wallet = async () =>
    (await platform.db.selectFrom('accounts').select(['kind', 'balance']).orderBy('kind').execute()).map(
      ({ balance }) => formatMoney(balance, 6),
    )

  it('is atomic if it wins', async () => {
    const open = await move(await submit(), opening)
    expect(await wallet()).toEqual(['9900.000000', '100.000000'])
    await move(open, ending('won'))
    expect(await wallet()).toEqual([withProfit(10_000, 100), '0.000000'])
  })

  it('is atomic if it is lost, drawn or void', async () => {
    await move(await move(await submit(), opening), ending('lost'))
    expect(await wallet()).toEqual([withProfit(9_900, 100), '0.000000'])
    await move(await move(await submit(), opening), ending('drawn'))
    const accepted = await submit()
    await survives(() =>
      commit(platform, (unit) => moveOrder(unit, microtradeKind, accepted, { event: { type: 'order.void' } })),
    )
    expect(await wallet()).toEqual([withProfit(9_900, 100), '0.000000'])
  })

  it('settles once with many concurrent workers', async () => {
    const open = await move(await submit(), opening)
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        commitFor(platform, userId, (unit) => moveOrder(unit, microtradeKind, open, ending('won'))),
      ),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await wallet()).toEqual([withProfit(9_900, 100, 100), '0.000000'])
    expect(await checkLedger(platform.db, platform.modules)).toEqual([])
  })

  it('is not settled early if the clock was set back', async () => {
    const open = await move(await submit(), opening)
    test.clock.jump(-3_600_000)
    await move(open, { ...ending('drawn'), notBefore: open.due_ms ?? 0n })
    const settled = platform.db.selectFrom('microtrades').select('settled_ms').where('id', '=', open.id)
    expect(await settled.executeTakeFirst()).toEqual({ settled_ms: open.due_ms })
  })
})
