import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { BTC, cents, closedAt, contract, position, usdt, withHeadroom } from './support.ts'

describeServer.onSqlite('lever/preview', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
    await price(server, '40000.00')
  })

  it('returns an order’s figures and errors, without ordering', async () => {
    const { requestId: _, ...form } = contract({ quantity: '1' })
    const { openFee, maintenance, liquidation, ...rest } = position({ quantity: '1' })
    const { liquidationFee } = closedAt(rest, cents(liquidation), 'liquidation')
    const reserve = position({ quantity: '1' }, cents(withHeadroom('40000.00'))).paid
    expect(await server.ok(api.preview, form, token)).toEqual({
      errors: {},
      summary: {
        ...{ price: '40000.00', notional: '40000.000000', margin: '2000.000000' },
        ...{ fee: usdt(openFee), closeFee: usdt(openFee) },
        ...{ maintenance: usdt(maintenance), liquidation: cents(liquidation), liquidationFee: usdt(liquidationFee) },
        moveBps: Number(((4_000_000n - liquidation) * 10_000n) / 4_000_000n),
        ...{ reserve: usdt(reserve), worst: usdt(reserve) },
        ...{ exposure: '0.000000', total: '40000.000000', leverageMax: BTC.tiers[0]?.leverageMax, funding: null },
      },
    })
    const { errors } = await server.ok(api.preview, { ...form, quantity: '5', stopLoss: '41000' }, token)
    expect(errors).toEqual({ quantity: { key: 'insufficientBalance' }, stopLoss: { key: 'stopLossTooHigh' } })
    expect(await server.ok(api.myTrade, {}, token)).toEqual([])
  })
})
