import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as plans from '../../../src/api/money/plan.ts'
import * as savings from '../../../src/api/money/savings.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { REFERRAL_BPS } from '../../../src/rules/account/referral.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { PLAN_FEE_BPS, planTiers } from '../../../src/rules/plan/plan.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { incomeBy, minorOf, rateBy } from '../plan/judge.ts'
import { planOf, requestId } from '../plan/support.ts'
import { interestBy } from '../savings/judge.ts'

/** A day lasts a minute. Everything starts at the start of a minute and changes in its middle, never at the end of a term or day. */
const [DAY_MS, HALF_MS] = [60_000, 30_000]
/** Days after the last step until everything has ended. */
const DAYS_LEFT = 62
const PAPER = 10_000_000_000n
/** The referrers' shares of an income in basis points. */
const SHARES = REFERRAL_BPS.map(BigInt)
/** The days and the rate of a savings product. */
const savingsOf = (product: string): readonly [bigint, bigint] => {
  const { days, rateBps } = savingsProducts.find(({ id }) => id === product) ?? expect.fail(`no ${product}`)
  return [BigInt(days), BigInt(rateBps)]
}
/** The plan that they join. */
const TIER = planTiers[0] ?? expect.fail('no plan')
const products = { 'USDT-7': savingsOf('USDT-7'), 'USDT-30': savingsOf('USDT-30') }

type Product = keyof typeof products
/** One step, and the quiet days after it. */
type Turn = {
  begin: readonly ({ who: number; amount: bigint } & ({ what: Product; renew: boolean } | { what: 'plan' }))[]
  change: readonly { which: number; end: boolean }[]
  restart: boolean
  days: number
}
type Deposit = { who: number; id: string; amount: bigint; product: Product; began: number; wishes: [number, boolean][] }
type Hosting = { who: number; id: string; amount: bigint; pid: string; opened: number; began: number; left?: number }

const whole = (amount: bigint) => formatMoney(amount, 6)
const amounts = fc.bigInt({ min: 500_000_000n, max: 700_000_000n })
const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.record({
    begin: fc.array(
      fc.oneof(
        fc.record({ who: fc.nat(4), amount: amounts, what: fc.constantFrom('USDT-7', 'USDT-30'), renew: fc.boolean() }),
        fc.record({ who: fc.nat(4), amount: amounts, what: fc.constant('plan' as const) }),
      ),
      { maxLength: 4 },
    ),
    change: fc.array(fc.record({ which: fc.nat(30), end: fc.boolean() }), { maxLength: 3 }),
    restart: fc.integer({ min: 0, max: 5 }).map((of) => of === 0),
    days: fc.integer({ min: 1, max: 12 }),
  }),
  { minLength: 4, maxLength: 6 },
) as fc.Arbitrary<Turn[]>

const lengthOf = ({ product }: Deposit) => Number(products[product][0]) * DAY_MS

/** When a deposit ends that is renewed no more. */
const endOf = (deposit: Deposit) => deposit.began + termsOf(deposit, undefined) * lengthOf(deposit)

/** The terms of a deposit that were paid, and whether it was cancelled: by the calendar of its wishes alone. */
function termsOf(deposit: Deposit, cancelled: number | undefined): number {
  const { began, wishes } = deposit
  const length = lengthOf(deposit)
  for (let term = 1; ; term++) {
    const end = began + term * length
    if (cancelled !== undefined && cancelled < end) return term - 1
    const wish = wishes.filter(([at]) => at < end).at(-1)
    if (!wish?.[1]) return term
  }
}

/** The days of a plan that an order has its part in: the first that begins after it was approved, and the last, both included. */
function daysOf({ opened, began, left }: Hosting): [number, number] {
  const dayAt = (ms: number) => Math.floor((ms - opened) / DAY_MS) + 1
  // The paper reviewer takes a second, and the record is a little behind.
  const first = dayAt(began + 2_000) + 1
  const end = first + TIER.days - 1
  return [first, left === undefined ? end : Math.min(end, Math.max(first - 1, dayAt(left)))]
}

class Lives {
  deposits: Deposit[] = []
  cancelled = new Map<string, number>()
  hostings: Hosting[] = []
  readonly server: TestServer
  readonly people: readonly { userId: string; token: string }[]
  constructor(server: TestServer, people: Lives['people']) {
    this.server = server
    this.people = people
  }

  token = (who: number) => this.people[who]?.token ?? ''

  async begin(what: Turn['begin'][number]): Promise<void> {
    const { server } = this
    const [{ who, amount }, now] = [what, server.clock.now()]
    const sent = { requestId: requestId(), amount: whole(amount) }
    if (what.what !== 'plan') {
      const { renew, what: product } = what
      const answer = await server.call(savings.place, { ...sent, product, renew }, this.token(who))
      if (answer.type !== 'ok') return expect(answer).toMatchObject({ key: 'insufficientBalance' })
      this.deposits.push({ who, id: answer.message.id, amount, product, began: now, wishes: [[now, renew]] })
      return
    }
    const plan = await planOf(server, this.token(who))
    const answer = await server.call(plans.order, { ...sent, pid: plan.id }, this.token(who))
    const isOver = this.hostings.filter((each) => each.who === who).length === TIER.timesMax
    if (answer.type !== 'ok') {
      return expect(['insufficientBalance', ...(isOver ? ['timesReached'] : [])]).toContain(answer.key)
    }
    expect(isOver).toBe(false)
    this.hostings.push({ who, id: answer.message.id, amount, pid: plan.id, opened: plan.openedAt, began: now })
  }

  /** Ends something early, or wishes another end of a deposit. */
  async change({ which, end }: Turn['change'][number]): Promise<void> {
    const all = [...this.deposits, ...this.hostings]
    const one = all[which % Math.max(all.length, 1)]
    if (!one) return
    const { server } = this
    const [now, id] = [server.clock.now(), one.id]
    const token = this.token(one.who)
    if ('product' in one) {
      const renews = one.wishes.at(-1)?.[1]
      const isOver = this.cancelled.has(id) || (!renews && endOf(one) <= now)
      if (end) {
        const answer = await server.call(savings.cancel, { requestId: requestId(), id }, token)
        expect(answer.type).toBe(isOver ? 'error' : 'ok')
        if (!isOver) this.cancelled.set(id, now)
      } else {
        const renew = !renews
        const answer = await server.call(savings.renew, { id, renew }, token)
        expect(answer.type).toBe(isOver ? 'error' : 'ok')
        if (!isOver) one.wishes.push([now, renew])
      }
      return
    }
    const answer = await server.call(plans.terminate, { requestId: requestId(), id }, token)
    const [, last] = daysOf(one)
    const isLastDay = now >= one.opened + (last - 1) * DAY_MS
    expect(answer.type, `${id} at ${now}`).toBe(one.left !== undefined || isLastDay ? 'error' : 'ok')
    if (answer.type === 'ok') one.left = now
  }

  /** Turns renewals off, so that every deposit ends. */
  async conclude(): Promise<void> {
    for (const each of this.deposits) {
      const isOver = this.cancelled.has(each.id) || each.wishes.at(-1)?.[1] === false
      if (isOver) continue
      await this.server.ok(savings.renew, { id: each.id, renew: false }, this.token(each.who))
      each.wishes.push([this.server.clock.now(), false])
    }
  }

  /** Each income, by person. */
  async incomes(): Promise<{ who: number; income: bigint }[]> {
    const found: { who: number; income: bigint }[] = []
    for (const each of this.deposits) {
      const [days, rate] = products[each.product]
      const paid = termsOf(each, this.cancelled.get(each.id))
      const interest = interestBy(each.amount, rate, days)
      const [shown] = await this.server.ok(savings.order, { id: each.id }, this.token(each.who))
      expect(shown).toMatchObject({
        state: this.cancelled.has(each.id) ? 'cancelled' : 'matured',
        earned: whole(BigInt(paid) * interest),
      })
      for (let term = 0; term < paid; term++) found.push({ who: each.who, income: interest })
    }
    for (const each of this.hostings) {
      const days = await this.server.ok(plans.days, { pid: each.pid, limit: 400 }, this.token(each.who))
      const [first, last] = daysOf(each)
      const mine = days.filter(({ day }) => day >= first && day <= last)
      expect(mine).toHaveLength(last - first + 1)
      const parts = mine.map(({ link }) => incomeBy(each.amount, rateBy(link ?? '', '1')))
      const total = parts.reduce((sum, part) => sum + part, 0n)
      const fee = each.left === undefined ? 0n : (each.amount * BigInt(PLAN_FEE_BPS)) / 10_000n
      const [shown] = await this.server.ok(plans.orders, { id: each.id }, this.token(each.who))
      expect(shown).toMatchObject({ state: 'ended', fee: whole(fee), firstDay: first, daysAccrued: mine.length })
      expect(minorOf(shown?.total ?? '')).toBe(total)
      for (const income of [...parts, -fee]) found.push({ who: each.who, income })
    }
    return found
  }
}

/** Everyone's final balance; each was invited by the next. */
function purses(people: number, incomes: readonly { who: number; income: bigint }[]): bigint[] {
  const has = Array.from({ length: people }, () => PAPER)
  const add = (who: number, amount: bigint) => {
    if (who < people) has[who] = (has[who] ?? 0n) + amount
  }
  for (const { who, income } of incomes) {
    add(who, income)
    if (income > 0n) for (const [at, bps] of SHARES.entries()) add(who + at + 1, (income * bps + 9_999n) / 10_000n)
  }
  return has
}

describeServer.onSqlite(
  'random lives of deposits and plans',
  (server) => {
    it('end by the calendar, with each income paid once and its shares to the inviters', async () => {
      await fc.assert(
        fc.asyncProperty(turns, async (all) => {
          const { clock } = server
          const invariants = createInvariants()
          clock.jump(DAY_MS - (clock.now() % DAY_MS))
          const people = await Promise.all(Array.from({ length: 5 }, () => server.person()))
          for (const [index, { userId }] of people.entries()) {
            const inviter_id = people[index + 1]?.userId ?? null
            await server.platform.db.updateTable('users').set({ inviter_id }).where('id', '=', userId).execute()
          }
          const lives = new Lives(server, people)
          for (const { begin, change, restart, days } of all) {
            for (const what of begin) await lives.begin(what)
            await clock.advance(HALF_MS)
            if (restart) await server.restart()
            for (const each of change) await lives.change(each)
            clock.jump(days * DAY_MS - HALF_MS)
          }
          await clock.advance(HALF_MS)
          await lives.conclude()
          clock.jump(DAYS_LEFT * DAY_MS)
          await clock.advance(10_000)
          const has = await Promise.all(
            people.map(async ({ token }) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).balance),
          )
          expect(has).toEqual(purses(people.length, await lives.incomes()).map(whole))
          expect(await invariants.check(server.platform.db)).toEqual([])
        }),
        { numRuns: 3, seed: 13, endOnFailure: true },
      )
      expect(await server.ledger()).toEqual([])
    })
  },
  // Across the end of a February with a 29th, and across many midnights of the zone.
  { env: { PAPER_DAY_SECONDS: '60', REVIEW_SECONDS: '1' }, start: Date.UTC(2028, 1, 28, 23, 58, 30), generosity: 100 },
)
