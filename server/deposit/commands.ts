import { depositMachine } from '../../src/machines/orders/deposit.ts'
import { can } from '../../src/machines/orders/life.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../src/rules/money/money.ts'
import { act } from '../audit/module.ts'
import {
  type Command,
  date,
  type Facts,
  type Given,
  OperatorError,
  type Row,
  type Rows,
  reasonOf,
  type Words,
  why,
} from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import { signedAmount } from '../platform/facts.ts'
import { photosBy } from '../uploads/module.ts'
import { personOf } from '../user/module.ts'
import { type Decision, decideDeposit, findDeposit, listOpen, listUnmatched } from './decide.ts'
import type { DepositRow } from './order.ts'
import { sendBack } from './paper.ts'
import { hear, OPERATOR } from './word.ts'

const missing = 'deposit in a state that allows this'

const money = ({ currency }: DepositRow, amount: bigint | null) =>
  amount === null ? null : formatMoney(amount, currencyOf(currency).scale)

const canBe =
  (step: 'accept' | 'confirm') =>
  ({ state }: Row) =>
    can(depositMachine, String(state), { type: `deposit.${step}` })

/** Operator commands on deposits. */
export const depositCommands: readonly Command[] = [
  {
    name: 'deposit list',
    args: [],
    options: [],
    about:
      'Lists the open deposits, longest wait first. Deposits that are “waiting” wait for the provider’s confirmation.',
    admin: {
      roles: ['support', 'treasurer', 'auditor'],
      as: 'queue',
      title: 'Deposits',
      of: 'deposit',
      target: { since: 'asked', seconds: 86_400, waits: canBe('accept') },
    },
    run: async ({ platform }) =>
      (await listOpen(platform.db)).map((row) => ({
        id: row.id,
        user: row.user_id,
        way: row.way,
        amount: `${money(row, row.amount)} ${row.currency}`,
        arrived: money(row, row.arrived),
        state: row.state,
        asked: date(row.accepted_ms / 1_000n),
      })),
  },
  {
    name: 'deposit show',
    args: ['ID'],
    options: [],
    pictures: true,
    about: 'Shows a deposit. The view is logged in the audit log.',
    admin: { roles: ['treasurer'], as: 'view', title: 'Deposit', of: 'deposit' },
    run: show,
  },
  {
    name: 'deposit accept',
    args: ['ID'],
    options: [why],
    about:
      'Accepts a deposit under review. It then waits for the provider’s confirmation. If a different amount has already arrived, that amount is credited.',
    admin: { roles: ['treasurer'], as: 'act', title: 'Accept', of: 'deposit', money: factsOf, fits: canBe('accept') },
    run: (given) => decide(given, 'deposit accept', { accepted: true }),
  },
  {
    name: 'deposit refuse',
    args: ['ID'],
    options: [{ ...why, about: 'the reason, which the user sees' }],
    about: 'Refuses an open deposit.',
    admin: { roles: ['treasurer'], as: 'act', title: 'Refuse', of: 'deposit', money: factsOf },
    run: (given) => decide(given, 'deposit refuse', { accepted: false, reason: reasonOf(given) }),
  },
  {
    name: 'deposit resolve',
    args: ['ID'],
    options: [
      { name: 'reference', value: 'REFERENCE', about: 'the provider’s reference of the payment', needed: true },
      { name: 'amount', value: 'AMOUNT', about: 'the amount that arrived', needed: true },
      why,
    ],
    about:
      'Confirms the amount that arrived for a deposit, if its provider sends no confirmation. An amount that differs from the announced one goes to review.',
    admin: {
      roles: ['treasurer'],
      as: 'act',
      title: 'Say what came',
      of: 'deposit',
      money: factsOf,
      fits: canBe('confirm'),
    },
    run: resolve,
  },
  {
    name: 'deposit address',
    args: ['TARGET'],
    options: [],
    about: 'Finds the user whose deposits arrive at an address.',
    admin: { roles: ['support', 'treasurer', 'auditor'], as: 'view', title: 'Deposit addresses', of: 'search' },
    run: async ({ platform: { db }, args: [text = ''] }) =>
      await db
        .selectFrom('deposit_addresses')
        .select(['user_id as user', 'currency', 'network', 'address'])
        .where('address', '=', text)
        .execute(),
  },
  {
    name: 'deposit unmatched',
    args: [],
    options: [],
    about: 'Lists provider confirmations that match no deposit, newest first.',
    admin: { roles: ['treasurer', 'auditor'], as: 'view', title: 'Unmatched payments', of: 'platform' },
    run: async ({ platform }) => (await listUnmatched(platform.db)).map(({ at, ...row }) => ({ at: date(at), ...row })),
  },
]

/** The facts of a deposit: its user, amount, way, and proof. */
async function factsOf({ db }: Platform, { args: [id = ''], options }: Words): Promise<Facts | undefined> {
  const row = await findDeposit(db, id)
  if (!row) return undefined
  const { user_id, way, account, currency, amount, arrived, reference, state, proof_id } = row
  const { scale } = currencyOf(currency)
  const came = options.amount === undefined ? arrived : parseMoney(options.amount, scale)
  return {
    person: await personOf(db, user_id),
    amount: signedAmount(came ?? amount, currency),
    announced: signedAmount(amount, currency).slice(1),
    arrived: arrived === null ? 'not said yet' : signedAmount(arrived, currency).slice(1),
    ...{ way, account, reference: reference ?? 'none', proof: proof_id === null ? 'none' : 'deposit show', state },
  }
}

async function show(given: Given): Promise<Rows> {
  const row = await act(
    given,
    { name: 'deposit show', reason: 'looked at', missing: 'deposit' },
    async (unit, [id = '']) => {
      const found = await findDeposit(unit.tx, id)
      return found && { userId: found.user_id, result: found }
    },
  )
  const shown = {
    id: row.id,
    user: row.user_id,
    way: row.way,
    network: row.network,
    account: row.account,
    amount: `${money(row, row.amount)} ${row.currency}`,
    arrived: money(row, row.arrived),
    reference: row.reference,
    state: row.state,
    reason: row.reason,
    asked: date(row.accepted_ms / 1_000n),
  }
  const { picture, platform } = given
  if (!picture || row.proof_id === null) return [shown]
  const [proof] = await photosBy(platform.db, [row.proof_id])
  return [{ ...shown, proof: proof ? await picture(`${row.id}-proof`, proof.name) : null }]
}

async function decide(given: Given, name: string, decision: Decision): Promise<Rows> {
  const row = await act(given, { name, reason: reasonOf(given), missing }, async (unit, [id = '']) => {
    const decided = await decideDeposit(unit, id, decision)
    return decided && { userId: decided.user_id, result: decided }
  })
  return [{ user: row.user_id, done: name, state: row.state }]
}

async function resolve(given: Given): Promise<Rows> {
  const { reference = '', amount = '' } = given.options
  const row = await act(
    given,
    { name: 'deposit resolve', reason: reasonOf(given), missing },
    async (unit, [id = '']) => {
      const deposit = await findDeposit(unit.tx, id)
      if (!deposit || deposit.settled_ms !== null || deposit.reference !== null) return undefined
      const { account, currency } = deposit
      if (!parseMoney(amount, currencyOf(currency).scale)) throw new OperatorError('--amount must be an amount')
      const word = { reference, account, currency, amount, outcome: 'confirmed' } as const
      const effect = await hear(unit, word, `${OPERATOR}${unit.platform.ids()}`, deposit)
      if (effect !== 'credited' && effect !== 'reviewed') throw new OperatorError(`nothing was done: ${effect}`)
      await sendBack(unit, deposit)
      return { userId: deposit.user_id, result: { effect } }
    },
  )
  return [{ done: 'deposit resolve', effect: row.effect }]
}
