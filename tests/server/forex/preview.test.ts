import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { figuresOf, lotsFor, position, priceText, trader, usdt, withHeadroom } from './support.ts'

describeServer.onSqlite('forex/preview', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await trader(server)).token
    await price(server, '1.08000', 'EURUSD')
  })
  const { requestId: _, ...form } = position({ lots: '1' })

  it('returns margin, pip value and the maximum held, without ordering', async () => {
    const { entry, initial } = figuresOf({ lots: '1' })
    expect(await server.ok(api.preview, form, token)).toMatchObject({
      errors: {},
      summary: { price: priceText(entry), margin: usdt(initial), pip: '10.000000', worst: usdt(withHeadroom(initial)) },
    })
    expect(await server.ok(api.list, {}, token)).toEqual([])
  })

  it('returns the order’s errors by field', async () => {
    const { errors } = await server.ok(api.preview, { ...form, lots: lotsFor(15_000), stopLoss: '1.09000' }, token)
    expect(errors).toMatchObject({ lots: { key: 'insufficientBalance' }, stopLoss: { key: 'stopLossTooHigh' } })
  })

  it('refuses a pair that does not exist, and a call without a token', async () => {
    expect(await server.call(api.preview, { ...form, symbol: 'NOTHING' }, token)).toMatchObject({ key: 'pairNotFound' })
    expect(await server.call(api.preview, form)).toMatchObject({ key: 'signInRequired' })
  })
})
