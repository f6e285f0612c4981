import { createHash } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { moveOrder, type OrderKind, placeOrder } from '../../server/orders/module.ts'
import { dueWork } from '../../server/orders/work.ts'
import { approval, planKind } from '../../server/plan/kind.ts'
import type { PlanOrderRow } from '../../server/plan/order.ts'
import { openPlans, planWork } from '../../server/plan/plans.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { createIds } from '../../server/platform/random.ts'
import { createVault } from '../../server/platform/store/vault.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { createUser } from '../../server/user/module.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { PLAN_CURRENCY, PLAN_FEE_BPS, planTiers } from '../../src/rules/plan/plan.ts'
import { openPlatform } from './orders-people.ts'

const AT_ONCE = 200
const ORDERS_A_PERSON = 10
const SCALE = 6
/** The accrued day: the first after acceptance, since an order takes no part in the day it is made on. */
const DAY = 2n
/** When the orders are made: a fixed time, so that two databases are identical. */
const MADE_MS = Date.UTC(2026, 0, 5)
/** What the vault of these databases is made from. */
export const VAULT_KEY = '5a'.repeat(32)

/** A platform with seeded randomness and a fixed clock: it creates the same data on two databases. */
export async function repeatable(database: Database): Promise<Platform> {
  let drawn = 0
  const bytes = (length: number) => createHash('shake256', { outputLength: length }).update(`${drawn++}`).digest()
  const clock = { now: () => MADE_MS, after: () => () => {} }
  return {
    ...(await openPlatform(database)),
    ...{ clock, random: { bytes }, ids: createIds(clock, { bytes }) },
    vault: createVault(Buffer.from(VAULT_KEY, 'hex'), { bytes }),
  }
}

/**
 * Running plan orders, made by the server's own functions, of every tier in turn. Every second person was invited, so
 * that a quarter has two referrers above them, and an eighth three.
 */
export async function placePlans(platform: Platform, count: number): Promise<void> {
  const people = await invited(platform, Math.ceil(count / ORDERS_A_PERSON))
  const plans = await openPlans(platform)
  const now = BigInt(platform.clock.now())
  for (let from = 0; from < count; from += AT_ONCE) {
    await commit(platform, async (unit) => {
      for (let index = from; index < Math.min(from + AT_ONCE, count); index++) {
        const plan = plans[index % plans.length]
        const tier = planTiers.find(({ id }) => id === plan?.tier)
        if (!plan || !tier) throw new Error('a tier has no plan')
        const order: PlanOrderRow = await placeOrder(unit, planKind, {
          user_id: people[index % people.length] ?? '',
          ...{ plan_id: plan.id, tier: tier.id, currency: PLAN_CURRENCY, days: BigInt(tier.days) },
          amount: parseMoney(tier.min, SCALE) ?? 0n,
          ...{
            day_ms: plan.day_ms,
            opened_ms: plan.opened_ms,
            chain_end: plan.chain_end,
            low_ppm: plan.low_ppm,
            high_ppm: plan.high_ppm,
            fee_bps: BigInt(PLAN_FEE_BPS),
          },
          ...{ first_day: null, last_day: null, next_day: null, day_income: 0n, total: 0n, fee: 0n },
          ...{ accepted_ms: now, due_ms: now },
        })
        if (!(await moveOrder(unit, planKind, order, await approval(unit.tx, order, now))))
          throw new Error('an order was not approved')
      }
    })
  }
  // More than the plans' caps allow; counted as if there were none.
  await sql`update plans set participants = (select count(*) from plan_orders where plan_orders.plan_id = plans.id)`.execute(
    platform.db,
  )
}

async function invited(platform: Platform, count: number): Promise<string[]> {
  const people: string[] = []
  while (people.length < count) {
    await commit(platform, async (unit) => {
      for (const end = Math.min(count, people.length + AT_ONCE); people.length < end; ) {
        const index = people.length
        const inviter_id = index % 2 === 1 ? (people[(index - 1) / 2] ?? null) : null
        const userId = await createUser(unit, { username: `person${index}`, lang: 'en', inviter_id })
        if (!userId) throw new Error('a person could not sign up')
        people.push(userId)
      }
    })
  }
  return people
}

/** Shifts the days of all plans so that the first accrued one ends at a time, in ms. */
export async function endsAt({ db }: Pick<Platform, 'db'>, ms: number): Promise<void> {
  const by = (column: string) =>
    sql`${sql.ref(column)} + ${BigInt(ms)} - (select opened_ms + ${DAY} * day_ms from plans order by id limit 1)`
  await sql`update plan_orders set due_ms = ${by('due_ms')}, opened_ms = ${by('opened_ms')}`.execute(db)
  await sql`update plans set opened_ms = cast(${BigInt(ms)} as bigint) - ${DAY} * day_ms`.execute(db)
}

/** Whether every order has its income of the day. */
export async function areAccrued({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const { next } = await db
    .selectFrom('plan_orders')
    .innerJoin('plans', 'plans.id', 'plan_orders.plan_id')
    .select(({ fn }) => fn.min<bigint | null>('next_day').as('next'))
    .where('settled_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return (next ?? 0n) > DAY
}

/** An executed statement, with its parameters. */
export type Made = { sql: string; parameters: readonly unknown[] }

/** Accrues the day of all orders as the due work does, alone in this process. @returns the statements of each transaction */
export async function accrue(platform: Platform): Promise<Made[][]> {
  const upTo = BigInt(MADE_MS) + DAY * 86_400_000n
  const record = { id: 1n, complete_ms: upTo, examined_ms: 0n, term: 1n, source: 'bench', since_ms: 0n }
  await platform.db.insertInto('record').values(record).execute()
  await planWork(platform).run(() => false)
  const transactions: Made[][] = []
  const { db } = platform
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
      // Each transaction begins by claiming its orders.
      if (/inner join "users"/.test(sql)) transactions.push([])
      transactions.at(-1)?.push({ sql, parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await dueWork({ ...platform, db: db.withPlugin(recorder) }, planKind as unknown as OrderKind).run(() => false)
  if (!(await areAccrued(platform))) throw new Error('not every order was accrued')
  return transactions
}
