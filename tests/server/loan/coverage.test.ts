import { expect, it } from 'vitest'
import * as plan from '../../../src/api/money/plan.ts'
import * as savings from '../../../src/api/money/savings.ts'
import * as swap from '../../../src/api/money/swap.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { conditions, out } from '../../../src/api/money/withdrawal.ts'
import * as forex from '../../../src/api/trade/forex.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import * as spot from '../../../src/api/trade/spot.ts'
import * as strategy from '../../../src/api/trade/strategy.ts'
import { stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { findSavingsProduct } from '../../../src/rules/savings/savings.ts'
import { bindCard, position } from '../forex/support.ts'
import { describeServer } from '../harness.ts'
import { contract, opened } from '../lever/support.ts'
import { hold, LEAST_STAKE, order, price } from '../microtrade/support.ts'
import { wanted as hosting } from '../plan/support.ts'
import { wanted as deposit } from '../savings/support.ts'
import { spotOrder } from '../spot/support.ts'
import { grid, recurring, settle, until } from '../strategy/support.ts'
import { quote } from '../swap/support.ts'
import { address, withdrawal, withPayPassword } from '../withdrawal/support.ts'
import {
  borrow,
  DUE,
  drain,
  dueAnd,
  MINUTE_DAYS,
  MOST,
  now,
  repay,
  requestId,
  rowOf,
  submit,
  usdt,
  wire,
} from './support.ts'

/** The largest stake of an option, and the rest of the largest loan. */
const STAKE = stakeLimits.find(({ currency }) => currency === 'USDT')?.max ?? ''
const REST = String(Number(MOST) - Number(STAKE))

describeServer.onSqlite(
  'a loan that must stay covered',
  (server) => {
    const availableOf = async (token: string) => (await server.ok(getInfo, {}, token)).available
    const keyOf = (answer: { type: unknown; key?: string }) => (answer.type === 'ok' ? 'ok' : answer.key)
    const free = (token: string, fixed: string) => expect(availableOf(token)).resolves.toBe(fixed)

    /** A user with the largest loan for a week and this much available. */
    async function borrower(available: string) {
      const person = await server.person()
      const loan = await borrow(server, person.token, { amount: MOST })
      expect(loan.state).toBe('paidOut')
      await drain(server, person.token, person.userId, available)
      await price(server, '40000.00')
      return { ...person, loan }
    }

    /** Withdraws their own money, stakes the loan, and repays it or not: what is left of 10,000 at the final price. */
    async function life(end: string): Promise<bigint> {
      const { token, userId } = await server.person()
      await withPayPassword(server, userId)
      const addressId = await address(server, token)
      const { id } = await borrow(server, token, { amount: MOST })
      const sent = await server.call(out, withdrawal(addressId, { amount: '9995', upTo: true }), token)
      const taken = sent.type === 'ok' ? usdt(sent.message.amount) : 0n
      await hold(server, '40000.00', 2)
      for (const amount of ['5000', '4900', '100', '10']) await server.call(microtrade.submit, order({ amount }), token)
      await hold(server, '40000.00', 5)
      await hold(server, end, 35)
      const [available, { unpaid }] = [usdt(await availableOf(token)), await now(server, token, id)]
      // Users with more than their debt repay; the others have nothing to lose.
      if (available > usdt(unpaid)) await repay(server, token, id)
      return taken + (available > usdt(unpaid) ? available - usdt(unpaid) : 0n)
    }

    it('cannot finance a bet whose loss others pay: both outcomes together gain nothing', async () => {
      const ends = [await life('40001.00'), await life('39999.00')]
      expect(ends.reduce((a, b) => a + b, 0n)).toBeLessThanOrEqual(2n * usdt('10000'))
    })

    it('refuses orders of every kind that could lose more than the free amount, and returns that amount', async () => {
      const { token, userId } = await borrower(dueAnd(100))
      await bindCard(server, userId)
      server.tick('EURUSD', '1.08000')
      await server.clock.advance(1_000)
      const refused = { key: 'loanNotCovered', params: { limit: '100', owed: DUE, currency: 'USDT' } }
      const sent = [
        [microtrade.submit, order({ amount: '101' })],
        [lever.submit, contract()],
        [forex.submit, position()],
        [spot.trade, spotOrder()],
        [strategy.submit, recurring({ amount: '150' })],
        [strategy.submit, grid()],
      ] as const
      for (const [call, input] of sent) expect(await server.call(call, input, token)).toMatchObject(refused)
      const { id } = await quote(server, token)
      const execution = { requestId: requestId(), id }
      expect(await server.call(swap.flashAgainst, execution, token)).toMatchObject(refused)
      await free(token, wire(usdt(DUE) + usdt('100')))
      // Up to there everything may be lost, once.
      expect(await server.call(microtrade.submit, order({ amount: '60' }), token)).toMatchObject({ type: 'ok' })
      expect(await server.call(microtrade.submit, order({ amount: '41' }), token)).toMatchObject({
        key: 'loanNotCovered',
        params: { limit: '40' },
      })
      expect(await server.call(microtrade.submit, order({ amount: '40' }), token)).toMatchObject({ type: 'ok' })
      expect(await server.ledger()).toEqual([])
    })

    it('counts added margin, and pauses a strategy whose next order would be uncovered', async () => {
      const { token, userId } = await borrower(dueAnd(425))
      const { id } = await opened(server, token, { quantity: '0.01' })
      const added = (amount: string) =>
        server.call(lever.addMargin, { requestId: requestId(), id, amount }, token).then(keyOf)
      expect(await added('410')).toBe('loanNotCovered')
      expect(await added('50')).toBe('ok')
      const started = await server.ok(strategy.submit, recurring(), token)
      await settle(server, '40000.00')
      await drain(server, token, userId, dueAnd(25))
      server.clock.jump(60_000)
      expect(await until(server, token, started.id, 'paused')).toMatchObject({ reason: 'loanCoversFirst' })
    })

    it('allows a withdrawal of own money only, and shows the limit first', async () => {
      const { token, userId } = await borrower(dueAnd(500))
      await withPayPassword(server, userId)
      const addressId = await address(server, token)
      const { currencies } = await server.ok(conditions, {}, token)
      expect(currencies.find(({ currency }) => currency === 'USDT')).toMatchObject({ own: '500.000000' })
      const taken = (amount: string) => server.call(out, withdrawal(addressId, { amount }), token)
      expect(await taken('501')).toMatchObject({ key: 'loanOpen', params: { limit: '500' } })
      expect(await taken('500')).toMatchObject({ type: 'ok' })
    })

    it('keeps borrowed money out of plans and fixed terms in any order, and lets existing ones continue', async () => {
      const { token, userId } = await borrower(dueAnd(1000))
      const refused = { key: 'loanHosting', params: { limit: '1000', currency: 'USDT' } }
      expect(await server.call(savings.place, deposit({ amount: '1001' }), token)).toMatchObject(refused)
      expect(await server.call(plan.order, await hosting(server, token, { amount: '1001' }), token)).toMatchObject(
        refused,
      )
      expect(await server.call(savings.place, deposit({ amount: '400' }), token)).toMatchObject({ type: 'ok' })
      const joined = await server.call(plan.order, await hosting(server, token, { amount: '600' }), token)
      expect(joined).toMatchObject({ type: 'ok' })
      expect(
        await server.call(savings.place, deposit({ amount: findSavingsProduct('USDT-7')?.min }), token),
      ).toMatchObject({ key: 'loanHosting' })
      // A deposit is returned in full, a plan less its worst days and its fee: that part of both covers the stake.
      expect(await server.call(microtrade.submit, order({ amount: '800' }), token)).toMatchObject({ type: 'ok' })
      expect(await server.call(microtrade.submit, order({ amount: '180' }), token)).toMatchObject({
        key: 'loanNotCovered',
      })
      // A hosted amount cannot be withdrawn by another way meanwhile.
      await withPayPassword(server, userId)
      await hold(server, '40001.00', 40)
      const { currencies } = await server.ok(conditions, {}, token)
      const own = currencies.find(({ currency }) => currency === 'USDT')?.own ?? ''
      expect(usdt(own)).toBe(usdt(await availableOf(token)) - usdt(DUE))
    })

    it('can always be repaid, and requires no cover afterwards', async () => {
      const { token, loan } = await borrower(dueAnd(-25))
      expect(await server.call(microtrade.submit, order(), token)).toMatchObject({ params: { limit: '0' } })
      expect(await repay(server, token, loan.id, '1000')).toMatchObject({ type: 'ok' })
      expect(await repay(server, token, loan.id)).toMatchObject({ type: 'ok', message: { state: 'settled' } })
      expect(keyOf(await server.call(microtrade.submit, order({ amount: LEAST_STAKE }), token))).toBe('ok')
    })

    it('keeps the terms of an earlier agreement', async () => {
      const { token, loan } = await borrower(dueAnd(0))
      expect(await rowOf(server, loan.id)).toMatchObject({ agreement_version: 5n })
      const { db } = server.platform
      await db.updateTable('loans').set({ agreement_version: 3n }).where('id', '=', loan.id).execute()
      expect(keyOf(await server.call(microtrade.submit, order({ amount: STAKE }), token))).toBe('ok')
      expect(keyOf(await server.call(savings.place, deposit({ amount: REST }), token))).toBe('ok')
    })

    it('requires no cover before it is disbursed', async () => {
      const { token } = await server.person()
      await submit(server, token, { amount: MOST })
      await price(server, '40000.00')
      expect(keyOf(await server.call(microtrade.submit, order({ amount: STAKE }), token))).toBe('ok')
      expect(keyOf(await server.call(savings.place, deposit({ amount: REST }), token))).toBe('ok')
    })
  },
  { env: { ...MINUTE_DAYS, PAYOUT_SECONDS: '1' } },
)
