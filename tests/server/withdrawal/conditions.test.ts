import { expect, it } from 'vitest'
import type { Module } from '../../../server/module.ts'
import { modules } from '../../../server/modules.ts'
import * as api from '../../../src/api/money/withdrawal.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { hold, order, price } from '../microtrade/support.ts'
import { address, costOf, knownByName, operate, withdrawal, withPayPassword } from './support.ts'

/** Sets a person's required turnover; deposits have their own tests. */
let asked = 0n
const deposited: Module = { name: 'deposited', turnover: { asks: async () => asked } }

describeServer.onSqlite(
  'withdrawal/conditions',
  (server) => {
    const keyOf = async (token: string, input: Record<string, unknown>) => {
      const answer = await server.call(api.out, input, token)
      return answer.type === 'ok' ? 'ok' : answer.key
    }
    const unmet = async (token: string) =>
      (await server.ok(api.conditions, {}, token)).conditions.flatMap(({ refusal }) => refusal ?? [])

    it('returns each requirement with the error that wallet/out would give', async () => {
      const { token, userId } = await server.person()
      const sent = () => withdrawal('no-address-yet')
      expect(await unmet(token)).toEqual(['verifyNameFirst', 'payPasswordNotSet', 'noWithdrawalAddress'])
      expect(await keyOf(token, sent())).toBe('verifyNameFirst')
      await knownByName(server, userId)
      expect(await keyOf(token, sent())).toBe('payPasswordNotSet')
      await withPayPassword(server, userId)
      expect(await keyOf(token, sent())).toBe('noWithdrawalAddress')
      const addressId = await address(server, token)
      asked = 150_000_000n
      expect(await unmet(token)).toEqual(['insufficientTurnover'])
      expect(await keyOf(token, withdrawal(addressId))).toBe('insufficientTurnover')
      const { turnover } = await server.ok(api.conditions, {}, token)
      expect(turnover).toEqual({ asked: '150.000000', counted: '0.000000', missing: '150.000000' })
      await price(server, '43000.00')
      await server.ok(submit, order({ amount: '150' }), token)
      expect(await unmet(token)).toEqual(['unfinishedTrades', 'insufficientTurnover'])
      expect(await keyOf(token, withdrawal(addressId))).toBe('unfinishedTrades')
      await hold(server, '43000.00', 10)
      await hold(server, '44000.00', 23)
      expect(await unmet(token)).toEqual([])
      asked = 150_000_001n
      expect(await unmet(token)).toEqual(['insufficientTurnover'])
      asked = 0n
      const first = await server.ok(api.out, withdrawal(addressId), token)
      expect(first).toMatchObject({
        state: 'underReview',
        label: 'Cold wallet',
        amount: '1000.000000',
        fee: costOf('1000').fee,
      })
      expect(await unmet(token)).toEqual(['withdrawalPending'])
      expect(await keyOf(token, withdrawal(addressId))).toBe('withdrawalPending')
      expect((await server.ok(api.conditions, {}, token)).newest).toEqual(first)
      // Once it is approved the next one may wait.
      await operate(server, 'withdrawal approve', first.id, 'looked at')
      expect(await keyOf(token, withdrawal(addressId))).toBe('ok')
      expect(await server.ledger()).toEqual([])
    })

    it('needs a token, and covers only the user’s own data', async () => {
      expect(await server.call(api.conditions)).toMatchObject({ type: 999 })
      const stranger = await server.person()
      const told = await server.ok(api.conditions, {}, stranger.token)
      expect([told.newest, told.addresses, told.authenticator]).toEqual([null, [], false])
    })
  },
  { modules: [...modules, deposited] },
)
