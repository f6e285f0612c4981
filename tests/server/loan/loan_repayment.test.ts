import { expect, it, vi } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { messages } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/money/loan.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { cancel, conditions, out } from '../../../src/api/money/withdrawal.ts'
import { loanLateness } from '../../../src/rules/loan/loan.ts'
import { trimZeros } from '../../../src/rules/money/money.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { address, costOf, withdrawal, withPayPassword } from '../withdrawal/support.ts'
import {
  borrow,
  drain,
  dueAtLatest,
  interestOf,
  lateCapOf,
  lateFeeOf,
  MINUTE_DAYS,
  now,
  repay,
  requestId,
  rowOf,
  submit,
  untilDay,
  usdt,
  wanted,
  wire,
} from './support.ts'

const THOUSAND = usdt('1000')
/** Owed on the first day. */
const AT_FIRST = THOUSAND + interestOf(THOUSAND, 1)
/** Interest of the week, and the day at whose start the platform collects. */
const WEEK = interestOf(THOUSAND, 7)
const COLLECTED = 8 + loanLateness.collectAfterDays

const saboteur = createSaboteur()

describeServer(
  'lh/loan/repayment as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.repayment,
      input: async (_, token) => ({ id: (await borrow(server, token)).id, amount: '100' }),
      other: { amount: '101' },
    })
  },
  { plugins: [saboteur.plugin], env: MINUTE_DAYS },
)

describeServer(
  'lh/loan/repayment that is wrong',
  (server) => {
    it.each([
      [{ amount: '0' }, { key: 'wrongAmount' }],
      [{ amount: wire(AT_FIRST + 1n) }, { key: 'aboveMaximum', params: { limit: wire(AT_FIRST), currency: 'USDT' } }],
      [{ amount: '1e3' }, { key: 'parameterError' }],
      [{ id: undefined }, { key: 'missingParameters' }],
      [{ id: 'a-loan-of-nobody' }, { key: 'dataNotFound' }],
    ])('is refused with %o', async (change, answer) => {
      const { token } = await server.person()
      const { id } = await borrow(server, token)
      const sent = { requestId: requestId(), id, amount: '1', ...change }
      expect(await server.call(api.repayment, sent, token)).toMatchObject(answer)
      expect((await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available).toBe('11000.000000')
    })
  },
  { env: MINUTE_DAYS, databases: sqliteAlone },
)

describeServer.onSqlite(
  'lh/loan/repayment',
  (server) => {
    const available = async (token: string) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available

    it('is allocated to fee, interest and principal, and a full repayment settles the loan exactly', async () => {
      const invariants = createInvariants()
      const { token } = await server.person()
      const loan = await borrow(server, token, { amount: '777.777777' })
      // Three days of interest on 777.777777, then on the rest.
      const whole = usdt('777.777777')
      const early = interestOf(whole, 3)
      const left = whole - 33_334n
      await untilDay(server, loan, 3)
      const paid = wire(early + 33_334n)
      expect(await repay(server, token, loan.id, paid)).toMatchObject({
        message: { interestOwed: '0.000000', principal: wire(left), unpaid: wire(left), paid },
      })
      await untilDay(server, loan, 8)
      const late = await now(server, token, loan.id)
      // Four more days on the rest, whose fractions of a millionth add to the earlier ones, and one day of the fee.
      const interest = interestOf(3n * whole + 4n * left, 1) - early
      const fee = lateFeeOf(left, 1)
      expect(late).toMatchObject({ state: 'overdue', overdue: true, interestOwed: wire(interest), feeOwed: wire(fee) })
      await repay(server, token, loan.id, wire(fee + 1n))
      expect(await now(server, token, loan.id)).toMatchObject({
        feeOwed: '0.000000',
        interestOwed: wire(interest - 1n),
      })
      const rest = left + interest - 1n
      expect(await repay(server, token, loan.id, wire(rest + 1n))).toMatchObject({
        key: 'aboveMaximum',
        params: { limit: wire(rest), currency: 'USDT' },
      })
      const settled = await repay(server, token, loan.id)
      expect(settled).toMatchObject({
        message: { state: 'settled', status: 2, unpaid: '0.000000', paid: wire(whole + early + interest + fee) },
      })
      expect(await available(token)).toBe(wire(usdt('10000') - early - interest - fee))
      const payments = await server.ok(api.payments, { id: loan.id }, token)
      expect(
        payments.map(({ number, by, fee, interest, principal }) => [number, by, fee, interest, principal]),
      ).toEqual([
        [3, 'user', '0.000000', wire(interest - 1n), wire(left)],
        [2, 'user', wire(fee), '0.000001', '0.000000'],
        [1, 'user', '0.000000', wire(early), '0.033334'],
      ])
      expect(await repay(server, token, loan.id, '1')).toMatchObject({ key: 'orderStatusError' })
      expect(await invariants.check(server.platform.db)).toEqual([])
    })

    it('is refused before disbursement, and for a frozen account', async () => {
      const { token, userId } = await server.person()
      const { id } = await submit(server, token)
      expect(await repay(server, token, id, '1')).toMatchObject({ key: 'orderStatusError' })
      await server.platform.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', userId).execute()
      expect(await repay(server, token, id, '1')).toMatchObject({ key: 'accountFrozen' })
    })

    it('is accepted from a locked account, whose days and fees continue, and unlocks nothing else', async () => {
      const { token, userId } = await server.person()
      const loan = await borrow(server, token)
      const fee = lateFeeOf(THOUSAND, 1)
      await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
      await untilDay(server, loan, 8)
      expect(await now(server, token, loan.id)).toMatchObject({ state: 'overdue', feeOwed: wire(fee) })
      expect(await repay(server, token, loan.id, wire(WEEK + fee))).toMatchObject({
        message: { unpaid: '1000.000000' },
      })
      expect(await repay(server, token, loan.id)).toMatchObject({
        message: { state: 'settled', paid: wire(THOUSAND + WEEK + fee) },
      })
      const again = await wanted(server, token)
      expect(await server.call(api.submit, again, token)).toMatchObject({ key: 'accountLocked' })
      expect(await server.ledger()).toEqual([])
    })

    it('settles once, for many concurrent requests', async () => {
      const { token } = await server.person()
      const { id } = await borrow(server, token)
      const answers = await Promise.all(Array.from({ length: 10 }, () => repay(server, token, id)))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
      expect(await available(token)).toBe(wire(usdt('10000') - interestOf(THOUSAND, 1)))
      expect(await server.ledger()).toEqual([])
    })

    it('counts each day begun, also while unprocessed, over a leap day and a restart', async () => {
      // Thirty days from the middle of February 2028 on, in which there is a 29th.
      server.clock.jump(Date.UTC(2028, 1, 14, 12) - server.clock.now())
      const { token } = await server.person()
      const loan = await borrow(server, token, { days: 30 })
      server.clock.jump((loan.paidOutAt ?? 0) + 20 * 60_000 - server.clock.now())
      // The twenty-first day began a moment ago.
      expect(await repay(server, token, loan.id, wire(interestOf(THOUSAND, 21, 30)))).toMatchObject({
        message: { daysCounted: 21, interestOwed: '0.000000', principal: '1000.000000' },
      })
      await server.restart()
      await server.clock.advance(2_000)
      await untilDay(server, loan, 30)
      expect(await now(server, token, loan.id)).toMatchObject({
        interestOwed: wire(interestOf(THOUSAND, 9, 30)),
        feeOwed: '0.000000',
      })
    })
  },
  { env: MINUTE_DAYS },
)

describeServer.onSqlite(
  'a loan that is not repaid',
  (server) => {
    const available = async (token: string) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available
    const told = async (token: string) =>
      (await server.ok(messages, {}, token)).messages.map(({ key }) => key).filter((key) => key?.startsWith('loan'))

    it('sends reminders, charges the daily fee up to its cap, and is collected as agreed', async () => {
      const invariants = createInvariants()
      const { token, userId } = await server.person()
      const loan = await borrow(server, token, { amount: '1000' })
      const fees: string[] = []
      for (const day of [4, 5, 6, 7]) await untilDay(server, loan, day)
      expect(await told(token)).toEqual(['loanDueSoon', 'loanDueSoon', 'loanPaidOut'])
      const lateDays = Array.from({ length: loanLateness.collectAfterDays }, (_, index) => index + 1)
      for (const day of lateDays.map((late) => 7 + late)) {
        await untilDay(server, loan, day)
        fees.push((await now(server, token, loan.id)).overdueFee)
        expect(await invariants.check(server.platform.db)).toEqual([])
      }
      expect(fees).toEqual(lateDays.map((late) => wire(lateFeeOf(THOUSAND, late))))
      expect(await available(token)).toBe('11000.000000')
      await untilDay(server, loan, COLLECTED)
      const fee = lateFeeOf(THOUSAND, lateDays.length + 1)
      expect(await now(server, token, loan.id)).toMatchObject({
        state: 'settled',
        paid: wire(THOUSAND + WEEK + fee),
        overdueFee: wire(fee),
      })
      expect(await available(token)).toBe(wire(usdt('10000') - WEEK - fee))
      expect(await told(token)).toEqual(['loanSettled', 'loanLate', 'loanDueSoon', 'loanDueSoon', 'loanPaidOut'])
      expect(await server.ok(api.payments, { id: loan.id }, token)).toMatchObject([{ number: 1, by: 'platform' }])
      expect(await server.ok(api.statistics, {}, token)).toMatchObject({
        settled: 1,
        unpaid: '0.000000',
        feePaid: wire(fee),
      })
      expect(await invariants.check(server.platform.db)).toEqual([])
      expect(userId).not.toBe('')
    })

    it('reports the collected and the remaining amount if the balance is insufficient', async () => {
      const { token, userId } = await server.person()
      const loan = await borrow(server, token, { amount: '1000' })
      await drain(server, token, userId, '100')
      for (const day of [8, COLLECTED]) await untilDay(server, loan, day)
      const [told] = (await server.ok(messages, {}, token)).messages
      // Fees and interest are paid: the rest is principal.
      const left = dueAtLatest(THOUSAND) - usdt('100')
      const params = { amount: '100.00', left: wire(left).replace(/0{1,4}$/, ''), currency: 'USDT' }
      expect(told).toMatchObject({ kind: 'loan', key: 'loanCollected', params })
      // Nothing is left to collect: the daily fee on the owed principal is still charged.
      await untilDay(server, loan, COLLECTED + 1)
      expect(await now(server, token, loan.id)).toMatchObject({
        daysCounted: COLLECTED + 1,
        unpaid: wire(left + lateFeeOf(left, 1)),
      })
      expect(await server.ok(api.payments, { id: loan.id }, token)).toHaveLength(1)
    })

    it('never costs more than its cap, even if unprocessed for a year', async () => {
      const { token } = await server.person()
      const loan = await borrow(server, token)
      const { db } = server.platform
      // Nothing is available: everything is invested.
      await db.updateTable('loans').set({ collect_after_days: 10_000n }).where('id', '=', loan.id).execute()
      await untilDay(server, loan, 400)
      const late = await now(server, token, loan.id)
      expect(late).toMatchObject({
        state: 'overdue',
        overdueFee: wire(lateCapOf(THOUSAND)),
        unpaid: wire(THOUSAND + WEEK + lateCapOf(THOUSAND)),
        interestOwed: wire(WEEK),
      })
      expect((await rowOf(server, loan.id)).counted).toBe(400n)
    })

    it('is collected after an older loan, from what that one leaves, even if both are overdue at once', async () => {
      const { token, userId } = await server.person()
      const older = await borrow(server, token)
      const younger = await borrow(server, token)
      await drain(server, token, userId, '1500')
      const error = vi.spyOn(server.platform.log, 'error')
      const most = THOUSAND + WEEK + lateCapOf(THOUSAND)
      for (const day of [400, 402]) await untilDay(server, younger, day)
      expect(await now(server, token, older.id)).toMatchObject({ state: 'settled', paid: wire(most) })
      expect(await now(server, token, younger.id)).toMatchObject({ state: 'overdue', paid: wire(usdt('1500') - most) })
      expect(await available(token)).toBe('0.000000')
      // Neither was attempted with the other's amount.
      expect(error).not.toHaveBeenCalled()
      expect(await server.ledger()).toEqual([])
    })

    it('blocks the withdrawal of borrowed money only', async () => {
      const { token, userId } = await server.person()
      await borrow(server, token, { amount: '5000', days: 30 })
      await withPayPassword(server, userId)
      const addressId = await address(server, token)
      const { currencies } = await server.ok(conditions, {}, token)
      // 15,000 less the maximum debt of the 5,000 when collected.
      const own = usdt('15000') - dueAtLatest(usdt('5000'), 30)
      expect(currencies.find(({ currency }) => currency === 'USDT')?.own).toBe(wire(own))
      const take = (amount: string) => server.call(out, withdrawal(addressId, { amount }), token)
      const limit = trimZeros(wire(own))
      expect(await take(wire(own + 1n))).toMatchObject({ key: 'loanOpen', params: { limit, currency: 'USDT' } })
      expect(await take(limit)).toMatchObject({ type: 'ok' })
    })

    it('offers an amount that is still accepted after a price fall of one percent', async () => {
      const { token, userId } = await server.person()
      const { id } = await borrow(server, token, { amount: '5000', days: 30 })
      const { db } = server.platform
      await db.updateTable('loans').set({ agreement_version: 3n }).where('id', '=', id).execute()
      await withPayPassword(server, userId)
      const addressId = await address(server, token)
      await price(server, '40000.00')
      await commit(server.platform, (unit) =>
        post(unit, {
          cause: 'gift',
          causeId: userId,
          step: 'give',
          currency: 'BTC',
          lines: [
            { account: { platform: 'issuance' }, amount: -10_000_000n },
            { account: { user: userId, kind: 'available' }, amount: 10_000_000n },
          ],
        }),
      )
      const { currencies } = await server.ok(conditions, {}, token)
      // 15,000 and 0.1 BTC at 39,600, less the debt on the first day of a loan of 5,000.
      const owed = usdt('5000') + interestOf(usdt('5000'), 1, 30)
      const own = usdt('18960') - owed
      expect(currencies.find(({ currency }) => currency === 'USDT')?.own).toBe(wire(own))
      await price(server, '39600.00')
      const take = (amount: string, upTo?: boolean) =>
        server.call(out, withdrawal(addressId, { amount, ...(upTo && { upTo }) }), token)
      expect(await take(wire(own + 1n))).toMatchObject({ key: 'loanOpen' })
      const taken = await server.ok(out, withdrawal(addressId, { amount: wire(own) }), token)
      await server.ok(cancel, { id: taken.id, requestId: requestId() }, token)
      // After a further fall less may be withdrawn.
      await price(server, '36000.00')
      expect(await take(wire(own))).toMatchObject({ key: 'loanOpen' })
      const amount = wire(usdt('18600') - owed)
      expect(await take(wire(own), true)).toMatchObject({ message: { amount, fee: costOf(amount).fee } })
    })
  },
  { env: MINUTE_DAYS },
)
