import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { savingsOf } from '../../models/kit/savings.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { registered } from '../security/support.ts'
import { bears, cancel, MINUTE_DAYS, place, productOf, requestId, usdtAnd, wanted } from './support.ts'

const { min, max } = productOf('USDT-7')

const saboteur = createSaboteur()

describeServer(
  'lh/deposit as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.place,
      input: async (_, __, change = {}) => wanted(change),
      other: { amount: '1001' },
      most: { change: { amount: '4000' }, count: 2, refusal: 'insufficientBalance' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('lh/deposit', (server) => {
  const purse = async (token: string) => {
    const { available, frozen } = await server.ok(wallet.getInfo, { currency: 'USDT' }, token)
    return [available, frozen]
  }

  it('freezes the current terms, and holds the principal', async () => {
    const { token } = await server.person()
    const now = server.clock.now()
    const placed = await place(server, token)
    // 1,000 × rate × 7 / 365, rounded up, as `savingsOf` computes.
    expect(placed.interest).toBe(usdtAnd(0, bears()))
    const maturesAt = now + 7 * 86_400_000
    expect(placed).toEqual(savingsOf(placed.id, { acceptedAt: now, termAt: now, maturesAt }))
    expect(await purse(token)).toEqual(['9000.000000', '1000.000000'])
  })

  it.each([
    [{ product: 'USDT-8' }, { key: 'productNotFound' }],
    [{ amount: '0' }, { key: 'wrongAmount' }],
    [{ amount: '1.0000001' }, { key: 'wrongAmount' }],
    [{ amount: usdtAnd(Number(min), -1n) }, { key: 'belowMinimum', params: { limit: min, currency: 'USDT' } }],
    [{ amount: usdtAnd(Number(max), 1n) }, { key: 'aboveMaximum', params: { limit: max, currency: 'USDT' } }],
    [{ amount: '10000.000001' }, { key: 'insufficientBalance' }],
    [{ amount: '-1' }, { key: 'parameterError' }],
    [{ product: undefined }, { key: 'missingParameters' }],
  ])('is refused with %o', async (change, answer) => {
    const { token } = await server.person()
    expect(await server.call(api.place, wanted(change), token)).toMatchObject(answer)
    expect(await purse(token)).toEqual(['10000.000000', '0.000000'])
  })

  it('pays interest and principal exactly at its end, over a leap day', async () => {
    // 29 February 2028 is within the year from 22 November 2027 on.
    server.clock.jump(Date.UTC(2027, 10, 22, 12) - server.clock.now())
    const { token } = await server.person()
    const { id, maturesAt, acceptedAt } = await place(server, token, { product: 'USDT-365' })
    expect(maturesAt - acceptedAt).toBe(365 * 86_400_000)
    expect(new Date(maturesAt).toISOString()).toBe('2028-11-21T12:00:00.000Z')
    server.clock.jump(maturesAt - 3_000 - server.clock.now())
    await server.clock.advance(2_000)
    const { db } = server.platform
    const state = () => db.selectFrom('savings').select(['state', 'earned']).where('id', '=', id).executeTakeFirst()
    expect(await state()).toEqual({ state: 'running', earned: 0n })
    await server.clock.advance(4_000)
    // The rate of a year, for 365 days, however long the year.
    const earned = BigInt(productOf('USDT-365').rateBps) * 100_000n
    expect(await state()).toEqual({ state: 'matured', earned })
    expect(await server.ledger()).toEqual([])
  })
})

describeServer.onSqlite(
  'lh/deposit of many users, on days of a minute',
  (server) => {
    it('stays within its quota for fifty concurrent deposits, and frees quota as they end', async () => {
      const { db } = server.platform
      const people = await Promise.all(Array.from({ length: 50 }, () => server.person()))
      const left = async () => {
        const { products } = await server.ok(api.config, {}, people[0]?.token)
        return products.find(({ id }) => id === 'USDT-180')?.left
      }
      // All but 70,000 is taken, without a deposit that counts it.
      const taken = (BigInt(productOf('USDT-180').quota) - 70_000n) * 1_000_000n
      await db.insertInto('savings_taken').values({ product: 'USDT-180', taken }).execute()
      expect(await left()).toBe('70000.000000')
      const answers = await Promise.all(
        people.map(({ token }) => server.call(api.place, wanted({ product: 'USDT-180', amount: '10000' }), token)),
      )
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(7)
      expect(answers.filter((answer) => 'key' in answer && answer.key === 'quotaReached')).toHaveLength(43)
      expect(await left()).toBe('0.000000')
      const first = answers.findIndex(({ type }) => type === 'ok')
      const { token } = people[first] ?? { token: '' }
      const [mine] = await server.ok(api.order, {}, token)
      expect(await cancel(server, token, mine?.id ?? '')).toMatchObject({ type: 'ok' })
      expect(await left()).toBe('10000.000000')
      await db
        .updateTable('savings_taken')
        .set((eb) => ({ taken: eb('taken', '-', taken) }))
        .where('product', '=', 'USDT-180')
        .execute()
      expect(await server.ledger()).toEqual([])
    })

    it('is refused for a locked user', async () => {
      const { token, userId } = await server.person()
      const { id } = await place(server, token)
      await server.platform.db.updateTable('users').set({ status: 'locked' }).where('id', '=', userId).execute()
      for (const [call, input] of [
        [api.place, wanted()],
        [api.cancel, { requestId: requestId(), id }],
        [api.renew, { id, renew: true }],
      ] as const) {
        expect(await server.call(call, input, token)).toMatchObject({ key: 'accountLocked' })
      }
    })
  },
  { env: MINUTE_DAYS },
)

describeServer(
  'lh/deposit with verification required',
  (server) => {
    it('refuses an unverified user, and holds nothing', async () => {
      const token = await registered(server, 'nameless')
      expect(await server.call(api.place, wanted(), token)).toMatchObject({ key: 'verifyNameFirst' })
      expect(await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).toMatchObject({ frozen: '0.000000' })
    })
  },
  { env: { REAL_NAME: 'trading' }, databases: sqliteAlone },
)
