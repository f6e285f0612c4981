import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { bears, cancel, MINUTE_DAYS, pass, place, usdtAnd } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'lh/deposit/cancel as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.cancel,
      input: async (_, token) => ({ id: (await place(server, token)).id }),
      other: { id: 'another-deposit-altogether' },
      missing: 'certificateNotFound',
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite(
  'lh/deposit/cancel',
  (server) => {
    const available = async (token: string) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available

    it('returns the principal without interest, until the end of the term', async () => {
      const { token } = await server.person()
      const { id } = await place(server, token)
      server.clock.jump(7 * 60_000 - 1)
      expect(await cancel(server, token, id)).toMatchObject({
        message: { state: 'cancelled', status: 1, earned: '0.000000', settledAt: server.clock.now() },
      })
      expect(await available(token)).toBe('10000.000000')
      await pass(server, 1)
      expect(await available(token)).toBe('10000.000000')
      expect(await cancel(server, token, id)).toMatchObject({ key: 'orderNotCancellable' })
    })

    it('keeps the interest of earlier terms', async () => {
      const { token } = await server.person()
      const { id } = await place(server, token, { renew: true })
      await pass(server, 8)
      expect(await cancel(server, token, id)).toMatchObject({
        message: { state: 'cancelled', earned: usdtAnd(0, bears()) },
      })
      expect(await available(token)).toBe(usdtAnd(10_000, bears()))
    })

    it('is refused from the end of the term on, even if unprocessed: the interest is earned', async () => {
      const { token } = await server.person()
      const { id } = await place(server, token)
      server.clock.jump(7 * 60_000)
      expect(await cancel(server, token, id)).toMatchObject({ key: 'orderNotCancellable' })
      await server.clock.advance(2_000)
      expect(await available(token)).toBe(usdtAnd(10_000, bears()))
    })

    it('and maturity exclude each other, for many concurrent requests', async () => {
      const { token } = await server.person()
      const { id } = await place(server, token)
      const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(server, token, id)))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
      expect(answers.filter((answer) => 'key' in answer && answer.key === 'orderNotCancellable')).toHaveLength(9)
      expect(await available(token)).toBe('10000.000000')
      expect(await server.ledger()).toEqual([])
    })
  },
  { env: MINUTE_DAYS },
)
