import { expect, it, vi } from 'vitest'
import { post } from '../../../server/ledger/index.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/index.ts'
import * as api from '../../../src/api/loan.ts'
import { messages } from '../../../src/api/user.ts'
import * as wallet from '../../../src/api/wallet.ts'
import { cancel, conditions, out } from '../../../src/api/withdrawal.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { address, withdrawal, withPayPassword } from '../withdrawal/support.ts'
import { borrow, drain, MINUTE_DAYS, now, repay, requestId, rowOf, submit, untilDay, wanted } from './support.ts'

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
      [{ amount: '1000.500001' }, { key: 'aboveMaximum', params: { limit: '1000.500000', currency: 'USDT' } }],
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

describeServer(
  'lh/loan/repayment',
  (server) => {
    const available = async (token: string) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available

    it('is taken for the fee, then the interest, then the principal, and all of it settles the loan exactly', async () => {
      const invariants = createInvariants()
      const { token } = await server.person()
      const loan = await borrow(server, token, { amount: '777.777777' })
      // Three days of 0.05% on 777.777777, and then on what is left of it.
      await untilDay(server, loan, 3)
      expect(await repay(server, token, loan.id, '1.2')).toMatchObject({
        message: { interestOwed: '0.000000', principal: '777.744443', unpaid: '777.744443', paid: '1.200000' },
      })
      await untilDay(server, loan, 8)
      const late = await now(server, token, loan.id)
      // Four more days of 0.38887222 and one of the fee of 0.1%.
      expect(late).toMatchObject({ state: 'overdue', overdue: true, interestOwed: '1.555489', feeOwed: '0.777744' })
      await repay(server, token, loan.id, '0.777745')
      expect(await now(server, token, loan.id)).toMatchObject({ feeOwed: '0.000000', interestOwed: '1.555488' })
      expect(await repay(server, token, loan.id, '779.299932')).toMatchObject({
        key: 'aboveMaximum',
        params: { limit: '779.299931', currency: 'USDT' },
      })
      const settled = await repay(server, token, loan.id)
      expect(settled).toMatchObject({
        message: { state: 'settled', status: 2, unpaid: '0.000000', paid: '781.277676' },
      })
      expect(await available(token)).toBe('9996.500101')
      const payments = await server.ok(api.payments, { id: loan.id }, token)
      expect(
        payments.map(({ number, by, fee, interest, principal }) => [number, by, fee, interest, principal]),
      ).toEqual([
        [3, 'user', '0.000000', '1.555488', '777.744443'],
        [2, 'user', '0.777744', '0.000001', '0.000000'],
        [1, 'user', '0.000000', '1.166666', '0.033334'],
      ])
      expect(await repay(server, token, loan.id, '1')).toMatchObject({ key: 'orderStatusError' })
      expect(await invariants.check(server.platform.db)).toEqual([])
    })

    it('is refused before the loan was paid out, and to whoever is frozen', async () => {
      const { token, userId } = await server.person()
      const { id } = await submit(server, token)
      expect(await repay(server, token, id, '1')).toMatchObject({ key: 'orderStatusError' })
      await server.platform.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', userId).execute()
      expect(await repay(server, token, id, '1')).toMatchObject({ key: 'accountFrozen' })
    })

    it('is taken of whoever is locked, for whom days and fees go on, and lets them nothing else', async () => {
      const { token, userId } = await server.person()
      const loan = await borrow(server, token)
      await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
      await untilDay(server, loan, 8)
      expect(await now(server, token, loan.id)).toMatchObject({ state: 'overdue', feeOwed: '1.000000' })
      expect(await repay(server, token, loan.id, '4.5')).toMatchObject({ message: { unpaid: '1000.000000' } })
      expect(await repay(server, token, loan.id)).toMatchObject({ message: { state: 'settled', paid: '1004.500000' } })
      const again = await wanted(server, token)
      expect(await server.call(api.submit, again, token)).toMatchObject({ key: 'accountLocked' })
      expect(await server.ledger()).toEqual([])
    })

    it('comes to one settlement, of many who ask for it at once', async () => {
      const { token } = await server.person()
      const { id } = await borrow(server, token)
      const answers = await Promise.all(Array.from({ length: 10 }, () => repay(server, token, id)))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
      expect(await available(token)).toBe('9999.500000')
      expect(await server.ledger()).toEqual([])
    })

    it('counts each day that has begun, also where nobody came to it, over a leap day and a restart', async () => {
      // Thirty days from the middle of February 2028 on, in which there is a 29th.
      server.clock.jump(Date.UTC(2028, 1, 14, 12) - server.clock.now())
      const { token } = await server.person()
      const loan = await borrow(server, token, { days: 30 })
      server.clock.jump((loan.paidOutAt ?? 0) + 20 * 60_000 - server.clock.now())
      // The twenty-first day began a moment ago.
      expect(await repay(server, token, loan.id, '8.4')).toMatchObject({
        message: { daysCounted: 21, interestOwed: '0.000000', principal: '1000.000000' },
      })
      await server.restart()
      await server.clock.advance(2_000)
      await untilDay(server, loan, 30)
      expect(await now(server, token, loan.id)).toMatchObject({ interestOwed: '3.600000', feeOwed: '0.000000' })
    })
  },
  { env: MINUTE_DAYS },
)

describeServer(
  'a loan that is not repaid',
  (server) => {
    const available = async (token: string) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available
    const told = async (token: string) =>
      (await server.ok(messages, {}, token)).messages.map(({ key }) => key).filter((key) => key?.startsWith('loan'))

    it('is announced before its due date, costs a fee each day up to its cap, and is taken as was agreed on', async () => {
      const invariants = createInvariants()
      const { token, userId } = await server.person()
      const loan = await borrow(server, token, { amount: '1000' })
      const fees: string[] = []
      for (const day of [4, 5, 6, 7]) await untilDay(server, loan, day)
      expect(await told(token)).toEqual(['loanDueSoon', 'loanDueSoon', 'loanPaidOut'])
      for (const day of [8, 9, 10]) {
        await untilDay(server, loan, day)
        fees.push((await now(server, token, loan.id)).overdueFee)
        expect(await invariants.check(server.platform.db)).toEqual([])
      }
      expect(fees).toEqual(['1.000000', '2.000000', '3.000000'])
      expect(await available(token)).toBe('11000.000000')
      await untilDay(server, loan, 11)
      expect(await now(server, token, loan.id)).toMatchObject({
        state: 'settled',
        paid: '1007.500000',
        overdueFee: '4.000000',
      })
      expect(await available(token)).toBe('9992.500000')
      expect(await told(token)).toEqual(['loanSettled', 'loanLate', 'loanDueSoon', 'loanDueSoon', 'loanPaidOut'])
      expect(await server.ok(api.payments, { id: loan.id }, token)).toMatchObject([{ number: 1, by: 'platform' }])
      expect(await server.ok(api.statistics, {}, token)).toMatchObject({
        settled: 1,
        unpaid: '0.000000',
        feePaid: '4.000000',
      })
      expect(await invariants.check(server.platform.db)).toEqual([])
      expect(userId).not.toBe('')
    })

    it('is told how much was taken and what is left, where there is not enough', async () => {
      const { token, userId } = await server.person()
      const loan = await borrow(server, token, { amount: '1000' })
      await drain(server, token, userId, '100')
      for (const day of [8, 11]) await untilDay(server, loan, day)
      const [told] = (await server.ok(messages, {}, token)).messages
      const params = { amount: '100.00', left: '907.50', currency: 'USDT' }
      expect(told).toMatchObject({ kind: 'funding', key: 'loanCollected', params })
      // Nothing is left to be taken: the fee of each day is charged all the same, 0.1% of the 907.5 that are owed of the principal.
      await untilDay(server, loan, 12)
      expect(await now(server, token, loan.id)).toMatchObject({ daysCounted: 12, unpaid: '908.407500' })
      expect(await server.ok(api.payments, { id: loan.id }, token)).toHaveLength(1)
    })

    it('never costs more than its cap, however late, also where nobody looked for a year', async () => {
      const { token } = await server.person()
      const loan = await borrow(server, token)
      const { db } = server.platform
      // Nothing is available: it is all elsewhere.
      await db.updateTable('loans').set({ collect_after_days: 10_000n }).where('id', '=', loan.id).execute()
      await untilDay(server, loan, 400)
      const late = await now(server, token, loan.id)
      expect(late).toMatchObject({
        state: 'overdue',
        overdueFee: '100.000000',
        unpaid: '1103.500000',
        interestOwed: '3.500000',
      })
      expect((await rowOf(server, loan.id)).counted).toBe(400n)
    })

    it('is taken after an older one, from what that one leaves, also where both are late at once', async () => {
      const { token, userId } = await server.person()
      const older = await borrow(server, token)
      const younger = await borrow(server, token)
      await drain(server, token, userId, '1500')
      const error = vi.spyOn(server.platform.log, 'error')
      for (const day of [400, 402]) await untilDay(server, younger, day)
      expect(await now(server, token, older.id)).toMatchObject({ state: 'settled', paid: '1103.500000' })
      expect(await now(server, token, younger.id)).toMatchObject({ state: 'overdue', paid: '396.500000' })
      expect(await available(token)).toBe('0.000000')
      // Neither was tried with what the other one takes.
      expect(error).not.toHaveBeenCalled()
      expect(await server.ledger()).toEqual([])
    })

    it('keeps what is not one’s own from leaving, and all the rest may go', async () => {
      const { token, userId } = await server.person()
      await borrow(server, token, { amount: '5000', days: 30 })
      await withPayPassword(server, userId)
      const addressId = await address(server, token)
      const { currencies } = await server.ok(conditions, {}, token)
      // 15,000 less 5,000, 60 of interest, and 20 of late fees until it is taken.
      expect(currencies.find(({ currency }) => currency === 'USDT')?.own).toBe('9920.000000')
      const take = (amount: string) => server.call(out, withdrawal(addressId, { amount }), token)
      expect(await take('9920.000001')).toMatchObject({ key: 'loanOpen', params: { limit: '9920', currency: 'USDT' } })
      expect(await take('9920')).toMatchObject({ type: 'ok' })
    })

    it('offers what is taken still where prices have fallen by a hundredth, of a loan that coins cover', async () => {
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
      // 15,000 and 0.1 BTC at 39,600, less 5,002 that are owed.
      expect(currencies.find(({ currency }) => currency === 'USDT')?.own).toBe('13958.000000')
      await price(server, '39600.00')
      const take = (amount: string, upTo?: boolean) =>
        server.call(out, withdrawal(addressId, { amount, ...(upTo && { upTo }) }), token)
      expect(await take('13958.000001')).toMatchObject({ key: 'loanOpen' })
      const taken = await server.ok(out, withdrawal(addressId, { amount: '13958' }), token)
      await server.ok(cancel, { id: taken.id, requestId: requestId() }, token)
      // Where they have fallen further, less leaves of what was all.
      await price(server, '36000.00')
      expect(await take('13958')).toMatchObject({ key: 'loanOpen' })
      expect(await take('13958', true)).toMatchObject({ message: { amount: '13598.000000', fee: '13.598000' } })
    })
  },
  { env: MINUTE_DAYS },
)
