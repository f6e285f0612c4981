import { Refusal } from '../../src/api/wire/messages.ts'
import { can } from '../../src/machines/orders/life.ts'
import { withdrawalMachine } from '../../src/machines/orders/withdrawal.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { act } from '../audit/module.ts'
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
import type { Db } from '../platform/database/database.ts'
import { signedAmount } from '../platform/facts.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { personOf } from '../user/module.ts'
import { savedBy } from './addresses.ts'
import { withdrawalKind } from './kind.ts'
import type { WithdrawalRow } from './order.ts'
import { leavingOf } from './paid-out.ts'

const reasonShown = { ...why, about: 'the reason, which the user sees' } as const

type Event = 'approve' | 'refuse' | 'send' | 'confirm' | 'bounce'

/** An act on one withdrawal. `change`: the columns changed with it, at this time in ms. */
type Act = {
  event: Event
  title: string
  about: string
  reason: typeof why | typeof reasonShown
  change(order: WithdrawalRow, now: bigint, reason: string): Partial<WithdrawalRow>
}

const acts: readonly Act[] = [
  {
    event: 'approve',
    title: 'Approve',
    about: 'Approves a withdrawal under review: its amount leaves the wallet.',
    reason: why,
    change: ({ pace_ms }, now) => ({ approved_ms: now, due_ms: now + pace_ms }),
  },
  {
    event: 'refuse',
    title: 'Refuse',
    about: 'Refuses a withdrawal under review: its full amount is available again.',
    reason: reasonShown,
    change: (_, __, reason) => ({ reason }),
  },
  {
    event: 'send',
    title: 'Note as sent',
    about: 'Marks an approved withdrawal as sent.',
    reason: why,
    change: ({ pace_ms }, now) => ({ sent_ms: now, due_ms: now + pace_ms }),
  },
  {
    event: 'confirm',
    title: 'Note as arrived',
    about: 'Marks a withdrawal as arrived.',
    reason: why,
    change: () => ({}),
  },
  {
    event: 'bounce',
    title: 'Note as returned',
    about: 'Marks a withdrawal as not arrived: amount and fee are returned.',
    reason: reasonShown,
    change: (_, __, reason) => ({ reason }),
  },
]

/** Operator commands on withdrawals. */
export const withdrawalCommands: readonly Command[] = [
  {
    name: 'withdrawal list',
    args: [],
    options: [],
    about: 'Lists up to 200 open withdrawals, oldest first.',
    admin: {
      roles: ['support', 'treasurer', 'auditor'],
      as: 'queue',
      title: 'Withdrawals',
      of: 'withdrawal',
      target: { since: 'submitted', seconds: 86_400, waits: ({ state }) => state === 'underReview' },
    },
    run: async ({ platform: { db } }) =>
      (
        await db
          .selectFrom('withdrawals')
          .selectAll()
          .where('settled_ms', 'is', null)
          .orderBy('id')
          .limit(200)
          .execute()
      ).map(({ id, user_id, state, currency, amount, fee, network, address, accepted_ms }) => ({
        id,
        user: user_id,
        state,
        amount: `${formatMoney(amount, currencyOf(currency).scale)} ${currency}`,
        fee: formatMoney(fee, currencyOf(currency).scale),
        network,
        address,
        submitted: date(accepted_ms / 1000n),
      })),
  },
  {
    name: 'withdrawal address',
    args: ['TARGET'],
    options: [],
    about: 'Finds the users who saved a withdrawal address.',
    admin: { roles: ['support', 'treasurer', 'auditor'], as: 'view', title: 'Withdrawal addresses', of: 'search' },
    run: async ({ platform: { db }, args: [text = ''] }) =>
      (await savedBy(db, text)).map(({ user_id, network, address, added_at }) => ({
        ...{ user: user_id, network, address, added: date(added_at) },
      })),
  },
  ...acts.map(
    (each): Command => ({
      name: `withdrawal ${each.event}`,
      args: ['ID'],
      options: [each.reason],
      about: each.about,
      admin: {
        roles: ['treasurer'],
        as: 'act',
        title: each.title,
        of: 'withdrawal',
        money: ({ db }, { args: [id = ''] }) => factsOf(db, id),
        fits: ({ state }) => can(withdrawalMachine, String(state), { type: `withdrawal.${each.event}` }),
      },
      run: (given) => decide(given, each),
    }),
  ),
]

/** The facts of a withdrawal: its user, amount and destination. */
async function factsOf(db: Db, id: string): Promise<Facts | undefined> {
  const row = await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { currency, network, address, state } = row
  return {
    person: await personOf(db, row.user_id),
    amount: signedAmount(-row.amount, currency),
    ...{ fee: signedAmount(row.fee, currency).slice(1), network, address, state },
  }
}

async function decide(given: Given, { event: name, change }: Act): Promise<Rows> {
  const reason = reasonOf(given)
  const event = { type: `withdrawal.${name}` } as const
  const missing = `withdrawal to ${name}`
  const userId = await act(given, { name: `withdrawal ${name}`, reason, missing }, async (unit, [id = '']) => {
    const order = await unit.tx.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
    if (!order || !can(withdrawalMachine, order.state, event)) return undefined
    const now = BigInt(unit.platform.clock.now())
    const left = name === 'approve' ? await leavingOf(unit.tx, order, Number(now)) : {}
    const moved = await move(unit, order, { event, change: { ...change(order, now, reason), ...left } })
    return moved && { userId: order.user_id, result: order.user_id }
  })
  return [{ user: userId, done: `withdrawal ${name}` }]
}

async function move(unit: Unit, order: WithdrawalRow, step: Parameters<typeof moveOrder<WithdrawalRow>>[3]) {
  try {
    return await moveOrder(unit, withdrawalKind, order, step)
  } catch (error) {
    // The command line has no language, so a refusal of the ledger is shown by its key.
    if (error instanceof Refusal) throw new OperatorError(error.key)
    throw error
  }
}
