import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/plan.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { leaveAt } from '../../../src/rules/plan/plan.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { minorOf } from './judge.ts'
import { begun, FEE, join, MINUTE_DAYS, now, pass, TIER, terminate } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'project/terminate as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.terminate,
      input: async (_, token) => ({ id: (await begun(server, token)).id }),
      other: { id: 'another-order-altogether' },
    })
  },
  { env: MINUTE_DAYS, plugins: [saboteur.plugin] },
)

describeServer.onSqlite(
  'project/terminate',
  (server) => {
    const available = async (token: string) =>
      minorOf((await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available)

    it('keeps the days so far, charges the fee once, and takes part in the current day', async () => {
      const { token } = await server.person()
      const { id } = await begun(server, token)
      await pass(server, 1)
      expect(leaveAt(await now(server, token, id), server.clock.now())).toBe('within')
      expect(await terminate(server, token, id)).toMatchObject({
        message: { state: 'leaving', fee: formatMoney(FEE, 6) },
      })
      expect(await terminate(server, token, id)).toMatchObject({ key: 'orderNotCancellable' })
      await pass(server, 1)
      const ended = await now(server, token, id)
      expect(ended).toMatchObject({ state: 'ended', daysAccrued: 1, fee: formatMoney(FEE, 6) })
      expect(await available(token)).toBe(10_000_000_000n - FEE + minorOf(ended.total))
      expect(await terminate(server, token, id)).toMatchObject({ key: 'orderNotCancellable' })
      expect(await server.ledger()).toEqual([])
    })

    it('before its first day takes part in none', async () => {
      const { token } = await server.person()
      const order = await begun(server, token)
      const { id } = order
      expect(leaveAt(order, server.clock.now())).toBe('before')
      expect(await terminate(server, token, id)).toMatchObject({ message: { state: 'leaving' } })
      await server.clock.advance(2_000)
      expect(await now(server, token, id)).toMatchObject({ state: 'ended', daysAccrued: 0, total: '0.000000' })
      expect(await available(token)).toBe(10_000_000_000n - FEE)
    })

    it('is refused under review, and on the last day, which ends it anyway', async () => {
      const { token } = await server.person()
      const order = await join(server, token)
      const { id } = order
      expect(leaveAt(order, server.clock.now())).toBe(null)
      expect(await terminate(server, token, id)).toMatchObject({ key: 'orderNotCancellable' })
      await server.clock.advance(2_000)
      await pass(server, TIER.days)
      expect(leaveAt(await now(server, token, id), server.clock.now())).toBe(null)
      expect(await terminate(server, token, id)).toMatchObject({ key: 'orderNotCancellable' })
      expect(await now(server, token, id)).toMatchObject({
        state: 'inProgress',
        daysAccrued: TIER.days - 1,
        fee: '0.000000',
      })
    })
  },
  { env: MINUTE_DAYS },
)
