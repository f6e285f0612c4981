import { post, walletWithin } from '../../../server/ledger/module.ts'
import { loanCommands } from '../../../server/loan/commands.ts'
import type { LoanRow } from '../../../server/loan/order.ts'
import { savingTo } from '../../../server/operator/operate.ts'
import type { placeOrder } from '../../../server/orders/module.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import type { Unit } from '../../../server/platform/unit/unit.ts'
import { info } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/money/loan.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import {
  COVERED_SINCE_VERSION,
  findLoanCycle,
  loanDocumentNames,
  loanDocuments,
  loanLateness,
  loanLimits,
} from '../../../src/rules/loan/loan.ts'
import { formatMoney, parseMoney, trimZeros } from '../../../src/rules/money/money.ts'
import type { TestServer } from '../harness.ts'
import { knownByName, requestId } from '../withdrawal/support.ts'

export { requestId }

/** A day lasts a minute, so a week lasts seven. */
export const MINUTE_DAYS = { PAPER_DAY_SECONDS: '60', REVIEW_SECONDS: '30' }
export const DAY_MS = 60_000

let sent = 0

/** Four photographs of a user, inserted directly; other tests cover uploads. */
export async function documents({ platform }: Pick<TestServer, 'platform'>, userId: string) {
  const ids = await Promise.all(
    loanDocumentNames.map(async (name) => {
      sent += 1
      const id = platform.ids()
      await platform.db
        .insertInto('uploads')
        .values({
          id,
          user_id: userId,
          purpose: loanDocuments[name],
          name: `photograph-of-a-loan-${sent}`,
          hash: `photograph ${sent}`,
          likeness: null,
          bytes: 1n,
          created_at: BigInt(Math.floor(platform.clock.now() / 1000)),
          used_at: null,
        })
        .execute()
      return [name, id] as const
    }),
  )
  return Object.fromEntries(ids) as Record<(typeof loanDocumentNames)[number], string>
}

const known = new WeakMap<object, Map<string, Promise<string>>>()

/** Verifies the identity of this token's user, once, however often called. @returns their id */
function knownOnce(server: TestServer, token: string): Promise<string> {
  const { database } = server.platform
  const people = known.get(database) ?? new Map<string, Promise<string>>()
  known.set(database, people)
  const before = people.get(token)
  if (before) return before
  const make = server.ok(info, {}, token).then(async ({ id }) => {
    await knownByName(server, id)
    return id
  })
  people.set(token, make)
  return make
}

/** An application for 1,000 USDT for a week by this token's user, whose identity is verified at the first one. */
export async function wanted(server: TestServer, token: string, change: Record<string, unknown> = {}) {
  const userId = await knownOnce(server, token)
  const { agreement } = await server.ok(api.config, {}, token)
  return {
    requestId: requestId(),
    amount: '1000',
    days: 7,
    ...(await documents(server, userId)),
    agreement: agreement.hash,
    ...change,
  }
}

export const submit = async (server: TestServer, token: string, change = {}) =>
  server.ok(api.submit, await wanted(server, token, change), token)

/** Lets the paper reviewer's time pass. */
export const review = (server: TestServer) => server.clock.advance(32_000)

/** A loan that was paid out. */
export async function borrow(server: TestServer, token: string, change = {}): Promise<api.Loan> {
  const { id } = await submit(server, token, change)
  await review(server)
  return now(server, token, id)
}

export const repay = (server: TestServer, token: string, id: string, amount?: string) =>
  server.call(api.repayment, { requestId: requestId(), id, ...(amount !== undefined && { amount }) }, token)

/** A loan as its owner sees it. */
export async function now(server: TestServer, token: string, id: string): Promise<api.Loan> {
  const [loan] = await server.ok(api.order, { id }, token)
  if (!loan) throw new Error(`there is no loan ${id}`)
  return loan
}

export const rowOf = ({ platform }: TestServer, id: string): Promise<LoanRow> =>
  platform.db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The record lags by a moment, so work due at the start of a day happens a little later. */
const BEHIND_MS = 5_000

/** Advances the clock to the start of a loan's day and runs due work. The first day is 1. */
export async function untilDay(server: TestServer, { paidOutAt }: api.Loan, day: number): Promise<void> {
  const { clock } = server
  clock.jump((paidOutAt ?? 0) + (day - 1) * DAY_MS + BEHIND_MS - clock.now())
  await clock.advance(2_000)
}

/** An amount of USDT in minor units. */
export const usdt = (text: string) => parseMoney(text, 6) ?? 0n

/** Minor units of USDT as the wire has them. */
export const wire = (amount: bigint) => formatMoney(amount, 6)

const ppm = (amount: bigint, rate: number, days: number) => (amount * BigInt(rate) * BigInt(days)) / 1_000_000n

/** Interest on this debt for this many days at today's rate of a cycle, in minor units. */
export const interestOf = (amount: bigint, days: number, cycle = 7) =>
  ppm(amount, findLoanCycle(cycle)?.ratePpm ?? 0, days)

/** Late fees on this debt for this many days, up to the cap, in minor units. */
export const lateFeeOf = (amount: bigint, days: number) => ppm(amount, loanLateness.latePpm, days)
export const lateCapOf = (amount: bigint) => ppm(amount, loanLateness.lateCapPpm, 1)

/** The total of an unrepaid loan when the platform collects it, in minor units. */
export const dueAtLatest = (amount: bigint, days = 7) =>
  amount + interestOf(amount, days, days) + lateFeeOf(amount, loanLateness.collectAfterDays + 1)

/** The largest loan, its total when the platform collects it after a week, and a margin above that. */
export const MOST = loanLimits.max
const MOST_DUE = dueAtLatest(usdt(MOST))
export const DUE = trimZeros(wire(MOST_DUE))
export const dueAnd = (more: number) => trimZeros(wire(MOST_DUE + usdt(String(more))))

/** Sets a user's available USDT, without events. */
export async function drain(server: TestServer, token: string, user: string, left = '100'): Promise<void> {
  const { available } = await server.ok(getInfo, { currency: 'USDT' }, token)
  await commitFor(server.platform, user, (unit) => take(unit, user, usdt(available) - usdt(left)))
}

/** The same within a unit. */
export async function drainTo(unit: Unit, user: string, left: string): Promise<void> {
  const { available } = await walletWithin(unit, user, 'USDT')
  await take(unit, user, usdt(available) - usdt(left))
}

const take = (unit: Unit, user: string, amount: bigint) =>
  post(unit, {
    cause: 'adjustment',
    causeId: `drain of ${user} ${unit.platform.ids()}`,
    step: 'adjust',
    currency: 'USDT',
    lines: [
      { account: { user, kind: 'available' }, amount: -amount },
      { account: { platform: 'adjustments' }, amount },
    ],
  })

/** The terms of a loan of 10,000 USDT for a week under the agreement in force, beside the calls. */
export const loanOf = ({ platform }: Unit, userId: string): Parameters<typeof placeOrder<LoanRow>>[2] => ({
  user_id: userId,
  currency: 'USDT',
  amount: usdt('10000'),
  days: 7n,
  rate_ppm: 500n,
  late_ppm: 1_000n,
  late_cap_ppm: 100_000n,
  collect_after_days: 3n,
  day_ms: 86_400_000n,
  agreement_version: BigInt(COVERED_SINCE_VERSION),
  agreement_hash: 'h'.repeat(64),
  ...{ house_id: 'a', income_id: 'b', statement_id: 'c', identity_id: 'd', documents: 1n },
  ...{
    start_ms: null,
    principal: 0n,
    counted: 0n,
    interest_micros: 0n,
    interest_paid: 0n,
    fee_micros: 0n,
    fee_paid: 0n,
  },
  ...{ reminded: 0n, payments: 0n, collections: 0n, paid: 0n },
  ...{ last_ms: 0n, last_fee: 0n, last_interest: 0n, last_principal: 0n, reason: null },
  accepted_ms: BigInt(platform.clock.now()),
  due_ms: null,
})

/** Executes an operator's command outside the server. */
export async function operate(
  { platform }: Pick<TestServer, 'platform'>,
  name: string,
  args: string[],
  options: Record<string, string> = {},
) {
  const command = loanCommands.find((each) => each.name === name)
  if (!command) throw new Error(`no command ${name}`)
  const { save, ...rest } = options
  const given = { platform, who: 'tester', args, tell: () => {}, options: rest }
  return command.run(save === undefined ? given : { ...given, picture: savingTo(save, platform.store) })
}
