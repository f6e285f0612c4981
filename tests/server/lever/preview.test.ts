import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/lever.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { contract } from './support.ts'

describeServer('lever/preview', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
    await price(server, '40000.00')
  })

  it('says what an order would come to, and what is wrong with it, and orders nothing', async () => {
    const { requestId: _, ...form } = contract({ quantity: '1' })
    expect(await server.ok(api.preview, form, token)).toEqual({
      errors: {},
      summary: {
        ...{ price: '40000.00', notional: '40000.000000', margin: '2000.000000', fee: '20.000000' },
        ...{
          closeFee: '20.000000',
          maintenance: '200.000000',
          liquidation: '38200.00',
          liquidationFee: '95.500000',
          moveBps: 450,
        },
        ...{ reserve: '2040.200000', worst: '2040.200000' },
        ...{ exposure: '0.000000', total: '40000.000000', leverageMax: 50, funding: null },
      },
    })
    const { errors } = await server.ok(api.preview, { ...form, quantity: '5', stopLoss: '41000' }, token)
    expect(errors).toEqual({ quantity: { key: 'insufficientBalance' }, stopLoss: { key: 'stopLossTooHigh' } })
    expect(await server.ok(api.myTrade, {}, token)).toEqual([])
  })
})
