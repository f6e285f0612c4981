import { expect, it } from 'vitest'
import { moveOrder } from '../../../server/orders/module.ts'
import { approval, planKind } from '../../../server/plan/kind.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import * as api from '../../../src/api/money/plan.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { PLAN_DAYS } from '../../../src/rules/plan/plan.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { registered } from '../security/support.ts'
import { endBy, rateBy } from './judge.ts'
import { DAY_MS, join, MINUTE_DAYS, now, pass, planOf, rowOf, TIER, wanted } from './support.ts'

const { days: DAYS, timesMax } = TIER

const CHAIN = BigInt(PLAN_DAYS)
const saboteur = createSaboteur()

describeServer(
  'project/order as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.order,
      input: (_, token, change = {}) => wanted(server, token, change),
      other: { amount: '1001' },
    })
  },
  { env: MINUTE_DAYS, plugins: [saboteur.plugin] },
)

describeServer.onSqlite(
  'project/order',
  (server) => {
    const purse = async (token: string) => {
      const { available, frozen } = await server.ok(wallet.getInfo, { currency: 'USDT' }, token)
      return [Number(available), Number(frozen)]
    }

    it('takes part in the plan’s days from the next one on, each proven by a link after all accruals', async () => {
      const invariants = createInvariants()
      const { token } = await server.person()
      const plan = await planOf(server, token)
      const { id } = await join(server, token)
      await server.clock.advance(2_000)
      const approved = await now(server, token, id)
      expect(approved).toMatchObject({ state: 'inProgress', firstDay: plan.day + 1, lastDay: plan.day + DAYS })
      for (let day = 0; day < DAYS + 2; day++) {
        await pass(server, 1)
        expect(await invariants.check(server.platform.db)).toEqual([])
      }
      const ended = await now(server, token, id)
      expect(ended).toMatchObject({ state: 'ended', status: 2, daysAccrued: DAYS, fee: '0.000000' })
      const days = await server.ok(api.days, { pid: plan.id }, token)
      expect(days.length).toBeGreaterThan(DAYS)
      for (const { day, ratePpm, link } of days) {
        expect(endBy(link ?? '', day)).toBe(plan.end)
        expect(rateBy(link ?? '', '1')).toBe(BigInt(ratePpm))
      }
      expect(await purse(token)).toEqual([10_000 + Number(ended.total), 0])
      expect(await server.ledger()).toEqual([])
    })

    it('reveals no link of a day that is not over, or still has pending accruals', async () => {
      const { token } = await server.person()
      const plan = await planOf(server, token)
      await join(server, token)
      await server.clock.advance(2_000)
      const days = await server.ok(api.days, { pid: plan.id }, token)
      expect(days.every(({ day }) => day < plan.day + 1)).toBe(true)
      const row = await server.platform.db.selectFrom('plans').selectAll().where('id', '=', plan.id).executeTakeFirst()
      for (const { link } of days) if (link !== null) expect(JSON.stringify(row?.sealed)).not.toContain(link)
    })

    it('begins with no day drawn during its approval, but with a later one', async () => {
      const { token } = await server.person()
      const { id } = await join(server, token)
      const { db } = server.platform
      // No request arrives for that long.
      const dueIn = (ms: number) =>
        db
          .updateTable('plan_orders')
          .set({ due_ms: BigInt(server.clock.now() + ms) })
          .where('id', '=', id)
          .execute()
      await dueIn(10 * DAY_MS)
      const row = await rowOf(server, id)
      const slow = await approval(db, row, BigInt(server.clock.now()))
      await pass(server, 3)
      const days = await server.ok(api.days, { pid: row.plan_id }, token)
      expect(days.find(({ day }) => BigInt(day) === slow.change?.first_day)?.link).toMatch(/^[0-9a-f]{64}$/)
      await expect(commit(server.platform, (unit) => moveOrder(unit, planKind, row, slow))).rejects.toThrow('has drawn')
      expect(await rowOf(server, id)).toEqual(row)
      await dueIn(0)
      await server.clock.advance(2_000)
      const { state, firstDay } = await now(server, token, id)
      expect(state).toBe('inProgress')
      expect(firstDay).toBeGreaterThan(days[0]?.day ?? 0)
    })

    it.each([
      [{ pid: '' }, { key: 'pidRequired' }],
      [{ pid: 'no-such-plan' }, { key: 'projectNotFound' }],
      [{ amount: (Number(TIER.min) - 0.01).toFixed(2) }, { key: 'belowMinimum' }],
      [{ amount: TIER.max }, { key: 'aboveMaximum' }],
      [{ amount: '0' }, { key: 'wrongAmount' }],
    ])('is refused with %o', async (change, answer) => {
      const { token } = await server.person()
      expect(await server.call(api.order, await wanted(server, token, change), token)).toMatchObject(answer)
    })

    it('is accepted and approved only if its days end within the plan’s chain', async () => {
      const [{ token }, other] = [await server.person(), await server.person()]
      const [first, late] = [await wanted(server, token), await wanted(server, other.token)]
      const { id } = await server.ok(api.order, first, token)
      const plans = server.platform.db.updateTable('plans').where('id', '=', first.pid)
      const { drawn } = await server.platform.db
        .selectFrom('plans')
        .select('drawn')
        .where('id', '=', first.pid)
        .executeTakeFirstOrThrow()
      await plans.set({ drawn: CHAIN - 1n }).execute()
      expect(await server.call(api.order, late, other.token)).toMatchObject({ key: 'projectStatusError' })
      const move = await approval(server.platform.db, await rowOf(server, id), BigInt(server.clock.now()))
      expect(move).toEqual({ event: { type: 'plan.refuse' } })
      await plans.set({ drawn: CHAIN - BigInt(DAYS) - 2n }).execute()
      const last = await approval(server.platform.db, await rowOf(server, id), BigInt(server.clock.now()))
      expect(last.change).toMatchObject({ first_day: CHAIN - BigInt(DAYS), last_day: CHAIN - 1n })
      await plans.set({ drawn }).execute()
    })

    it('counts towards the account’s limit unless it was rejected', async () => {
      const { token } = await server.person()
      const orders = []
      for (let times = 0; times < (timesMax ?? 0); times++) orders.push(await join(server, token))
      expect(await server.call(api.order, await wanted(server, token), token)).toMatchObject({ key: 'timesReached' })
      const row = await rowOf(server, orders[0]?.id ?? '')
      await commit(server.platform, (unit) => moveOrder(unit, planKind, row, { event: { type: 'plan.refuse' } }))
      expect(await join(server, token)).toMatchObject({ state: 'pendingReview' })
      expect(await server.call(api.order, await wanted(server, token), token)).toMatchObject({ key: 'timesReached' })
    })

    it('takes an account only so often in the first tier, and no more participants than it has places for, of fifty at once', async () => {
      const people = await Promise.all(Array.from({ length: 50 }, () => server.person()))
      const { token } = people[0] ?? { token: '' }
      for (let times = 0; times < (timesMax ?? 0); times++) await join(server, token, { amount: TIER.min })
      expect(await server.call(api.order, await wanted(server, token), token)).toMatchObject({ key: 'timesReached' })
      const { id, participants } = await planOf(server, token)
      const { db } = server.platform
      const others = BigInt(TIER.participantsMax - participants - 7)
      const shift = (by: bigint) =>
        db
          .updateTable('plans')
          .set((eb) => ({ participants: eb('participants', '+', by) }))
          .where('id', '=', id)
          .execute()
      await shift(others)
      const rest = people.slice(1)
      const inputs = await Promise.all(rest.map((person) => wanted(server, person.token)))
      const answers = await Promise.all(rest.map((person, at) => server.call(api.order, inputs[at], person.token)))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(7)
      expect(answers.filter((answer) => 'key' in answer && answer.key === 'participantsReached')).toHaveLength(42)
      await shift(-others)
      expect(await server.ledger()).toEqual([])
    })
  },
  { env: MINUTE_DAYS },
)

describeServer(
  'project/order with verification required',
  (server) => {
    it('refuses an unverified user, and holds nothing', async () => {
      const token = await registered(server, 'nameless')
      expect(await server.call(api.order, await wanted(server, token), token)).toMatchObject({ key: 'verifyNameFirst' })
      expect(await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).toMatchObject({ frozen: '0.000000' })
    })
  },
  { env: { REAL_NAME: 'trading' }, databases: sqliteAlone },
)
