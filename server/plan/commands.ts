import { sql } from 'kysely'
import { can } from '../../src/machines/orders/life.ts'
import { planMachine } from '../../src/machines/orders/plan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { findPlanTier, planTiers } from '../../src/rules/plan/plan.ts'
import { act, noteAct } from '../audit/module.ts'
import { moveOrder } from '../orders/module.ts'
import {
  type Command,
  date,
  type Facts,
  type Given,
  OperatorError,
  type Rows,
  reasonOf,
  why,
} from '../platform/command.ts'
import { signedAmount } from '../platform/facts.ts'
import { commitAndAnnounce } from '../platform/nodes/announce.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { personOf } from '../user/module.ts'
import { approval, planKind } from './kind.ts'
import { openPlans, withheldIn } from './plans.ts'

const REVIEWS_MAX = 200

/** Operator commands on hosting plans. None of them shows future rates. */
export const planCommands: readonly Command[] = [
  {
    name: 'plan list',
    args: [],
    options: [],
    about: 'Lists the tiers: whether each has an open plan, its participants, and how many of its days are over.',
    admin: {
      roles: ['treasurer', 'auditor'],
      as: 'list',
      title: 'Plans',
      of: 'plan',
      takes: ({ tier }) => [String(tier)],
    },
    run: ({ platform: { db } }) => listPlans(db),
  },
  {
    name: 'plan orders',
    args: [],
    options: [],
    about: `Lists up to ${REVIEWS_MAX} plan orders under review, oldest first.`,
    admin: {
      roles: ['treasurer', 'auditor'],
      as: 'queue',
      title: 'Plan orders',
      of: 'plan order',
      target: { since: 'applied', seconds: 86_400 },
    },
    run: ({ platform: { db } }) => listReviews(db),
  },
  review('approve', 'Approves an order of a plan that is under review: it begins with the plan’s next day.'),
  review('refuse', 'Refuses an order of a plan that is under review: its principal is available again.'),
  {
    name: 'plan close',
    args: ['TIER'],
    options: [why],
    about: 'Closes a tier to new orders on all nodes until it is opened. Running orders continue to their end.',
    admin: { roles: ['treasurer'], as: 'act', title: 'Close', of: 'plan', fits: ({ state }) => state !== 'closed' },
    run: (given) =>
      offer(given, 'plan close', async ({ tx, platform }, tier) => {
        const now = BigInt(platform.clock.now())
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('plans_withheld')
          .values({ tier, since_ms: now })
          .onConflict((conflict) => conflict.column('tier').doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n) throw new OperatorError(`tier ${tier} is already closed`)
        const open = tx.updateTable('plans').set({ closed_ms: now }).where('tier', '=', tier)
        await open.where('closed_ms', 'is', null).execute()
      }),
  },
  {
    name: 'plan open',
    args: ['TIER'],
    options: [why],
    about: 'Reopens a closed tier with a new plan and its own chain.',
    admin: {
      roles: ['treasurer'],
      as: 'act',
      title: 'Open again',
      of: 'plan',
      fits: ({ state }) => state === 'closed',
    },
    run: async (given) => {
      const rows = await offer(given, 'plan open', async ({ tx }, tier) => {
        const { numDeletedRows } = await tx.deleteFrom('plans_withheld').where('tier', '=', tier).executeTakeFirst()
        if (numDeletedRows !== 1n) throw new OperatorError(`tier ${tier} is already open`)
      })
      await openPlans(given.platform)
      return rows
    },
  },
]

function review(name: 'approve' | 'refuse', about: string): Command {
  return {
    name: `plan ${name}`,
    args: ['ID'],
    options: [why],
    about,
    admin: {
      roles: ['treasurer'],
      as: 'act',
      title: name === 'approve' ? 'Approve' : 'Refuse',
      of: 'plan order',
      money: ({ db }, { args: [id = ''] }) => factsOf(db, id),
    },
    run: async (given) => {
      const event = { type: `plan.${name}` } as const
      const about = { name: `plan ${name}`, reason: reasonOf(given), missing: `plan order to ${name}` }
      const user = await act(given, about, async (unit, [id = '']) => {
        const order = await unit.tx.selectFrom('plan_orders').selectAll().where('id', '=', id).executeTakeFirst()
        if (!order || !can(planMachine, order.state, event)) return undefined
        const now = BigInt(unit.platform.clock.now())
        const move = name === 'approve' ? await approval(unit.tx, order, now) : { event }
        const moved = await moveOrder(unit, planKind, order, move)
        return moved && { userId: order.user_id, result: order.user_id }
      })
      return [{ user, done: `plan ${name}` }]
    },
  }
}

/** The facts of an order: its user, amount and tier. */
async function factsOf(db: Database, id: string): Promise<Facts | undefined> {
  const row = await db.selectFrom('plan_orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { user_id, currency, amount, tier, state } = row
  return { person: await personOf(db, user_id), amount: signedAmount(-amount, currency), tier, state }
}

/** Changes whether a tier is offered, and logs it, atomically. */
async function offer(given: Given, name: string, work: (unit: Unit, tier: string) => Promise<void>): Promise<Rows> {
  const [tier = ''] = given.args
  const reason = reasonOf(given)
  if (!findPlanTier(tier)) throw new OperatorError(`there is no tier ${tier}`)
  await commitAndAnnounce(given.platform, async (unit) => {
    await work(unit, tier)
    await noteAct(unit, { who: given.who, act: `${name} ${tier}`, userId: null, why: reason, facts: given.facts })
  })
  return [{ tier, done: name }]
}

type Database = Given['platform']['db']

async function listPlans(db: Database): Promise<Rows> {
  const open = await db.selectFrom('plans').selectAll().where('closed_ms', 'is', null).execute()
  const withheld = await withheldIn(db)
  return planTiers.map(({ id, participantsMax }) => {
    const plan = open.find(({ tier }) => tier === id)
    return {
      tier: id,
      plan: plan?.id ?? null,
      state: withheld.has(id) ? 'closed' : plan ? 'open' : 'opened when someone looks',
      participants: plan ? `${plan.participants} of ${participantsMax}` : null,
      days: plan ? `${plan.drawn} drawn, ${plan.revealed} shown` : null,
      opened: plan ? date(plan.opened_ms / 1_000n) : null,
    }
  })
}

async function listReviews(db: Database): Promise<Rows> {
  const waiting = db.selectFrom('plan_orders').selectAll().where('state', '=', sql.lit('pendingReview'))
  return (await waiting.orderBy('id').limit(REVIEWS_MAX).execute()).map((order) => ({
    id: order.id,
    user: order.user_id,
    tier: order.tier,
    amount: `${formatMoney(order.amount, currencyOf(order.currency).scale)} ${order.currency}`,
    applied: date(order.accepted_ms / 1_000n),
  }))
}
