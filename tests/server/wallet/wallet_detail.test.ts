import { expect, it } from 'vitest'
import { modules } from '../../../server/modules.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { detail } from '../../../src/api/money/worth.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { order, price, requestId } from '../microtrade/support.ts'
import { reserve } from '../orders/reservation/api.ts'
import { reservation } from '../orders/reservation/module.ts'

describeServer.onSqlite(
  'wallet/detail',
  (server) => {
    it('returns the order of each held amount, which add up to the frozen balance', async () => {
      const { token } = await server.person()
      await price(server, '43000.00')
      const { id: option } = await server.ok(submit, order({ amount: '250' }), token)
      const { id: reserved } = await server.ok(
        reserve,
        { requestId: requestId(), symbol: 'BTCUSDT', amount: '10', level: '99000.00', seconds: 3_600 },
        token,
      )
      const { held, ...wallet } = await server.ok(detail, {}, token)
      expect(held).toEqual([
        { kind: 'reservation', id: reserved, amount: '10.000000' },
        { kind: 'microtrade', id: option, amount: '250.000000' },
      ])
      expect(wallet).toEqual(await server.ok(getInfo, {}, token))
      expect(wallet.frozen).toBe('260.000000')
    })

    it('shows only the user’s own, and an empty wallet', async () => {
      const [mine, theirs] = [await server.person(), await server.person()]
      await price(server, '43000.00')
      await server.ok(submit, order(), theirs.token)
      expect(await server.ok(detail, { userId: theirs.userId }, mine.token)).toMatchObject({
        frozen: '0.000000',
        held: [],
      })
      expect(await server.ok(detail, { currency: 'BTC' }, mine.token)).toMatchObject({
        balance: '0.00000000',
        held: [],
      })
    })

    it('refuses an unknown currency, invalid input, and a call without a token', async () => {
      const { token } = await server.person()
      expect(await server.call(detail, { currency: 'GOLD' }, token)).toMatchObject({ key: 'wrongCurrency' })
      expect(await server.call(detail, { currency: '../' }, token)).toMatchObject({ key: 'parameterError' })
      expect(await server.call(detail)).toMatchObject({ type: 999, http: 401 })
    })
  },
  { modules: [...modules, reservation] },
)
