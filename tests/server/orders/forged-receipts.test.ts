import { expect, it } from 'vitest'
import * as optionApi from '../../../src/api/trade/microtrade.ts'
import * as spotApi from '../../../src/api/trade/spot.ts'
import { checkReceipt } from '../../../src/machines/receipts/receipt.ts'
import { checkSpotReceipt } from '../../../src/machines/receipts/spot.ts'
import { describeServer } from '../harness.ts'
import {
  allAre,
  type Check,
  LATE,
  passing,
  putOff,
  putOffTriggers,
  receiptsOf,
  sha256,
  verdicts,
} from '../kit/forged.ts'
import { hold, order, price, SILENCE_MS } from '../microtrade/support.ts'
import * as spot from '../spot/support.ts'

/*
 * Every field of a receipt is changed, and orders are decided by a later tick than their own, with all that follows from that: neither the
 * app's check nor verify.py may call any of these verified.
 */

const option: Check = (receipt) => checkReceipt(receipt, null, sha256)
const coin: Check = (receipt) => checkSpotReceipt(receipt, null, sha256)

describeServer.onSqlite('orders: a forged option receipt', (server) => {
  it('is detected for every changed field, also of a void option', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    const ids: Record<string, string> = {}
    const place = async (name: string, change = {}) => {
      ids[name] = (await server.ok(optionApi.submit, order(change), token)).id
    }
    await place('won')
    await place('lost', { direction: 'fall' })
    await place('drawn', { seconds: 60 })
    await hold(server, '43000.00', 10)
    await hold(server, '43100.00', 23)
    await hold(server, '43000.00', 30)
    await place('unopened')
    await server.clock.advance(SILENCE_MS)
    await hold(server, '43100.00', 2)
    await place('unsettled')
    await hold(server, '43100.00', 5)
    await server.clock.advance(40_000)
    await hold(server, '43100.00', 3)
    const receipts = await receiptsOf(server, optionApi.receipt, ids, token)
    expect(verdicts(receipts, option)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, option)).toEqual([
      'order.acceptedAt',
      'order.direction',
      'order.id',
      'order.settledAt',
      'order.version',
    ])
  })

  it.each(LATE)('is seen where it opened %i ticks late', async (late) => {
    const { token } = await server.person()
    await price(server, '43000.00')
    const { id } = await server.ok(optionApi.submit, order(), token)
    const back = await putOff(server, 'microtrades', id, late)
    for (let tick = 0; tick < 40; tick++) await price(server, `430${10 + tick}.00`)
    expect(verdicts(await receiptsOf(server, optionApi.receipt, { id }, token), option)).not.toContainEqual(
      expect.arrayContaining(['incomplete']),
    )
    await back()
    const receipts = await receiptsOf(server, optionApi.receipt, { id }, token)
    expect(verdicts(receipts, option)).toEqual(allAre(receipts, 'wrongOpening'))
  })
})

describeServer.onSqlite('orders: a forged spot receipt', (server) => {
  it('is detected for every changed field, also of a void order', async () => {
    const { token } = await server.person()
    await price(server, '40000.00')
    const ids: Record<string, string> = {}
    const place = async (name: string, change: Record<string, unknown>, ...prices: string[]) => {
      const { id } = await spot.ordered(server, token, change)
      ids[name] = id
      await spot.after(server, token, id, ...prices)
    }
    await place('market', { quantity: '0.01' }, '40000.00')
    await place('twice', { quantity: '0.12', ...spot.limit('40000') }, '39999.00', '40001.00', '40001.00', '39500.00')
    await place('sold', { quantity: '0.13', side: 'sell' }, '39500.00', '39500.00', '39500.00')
    await place('ioc', { quantity: '0.13', timeInForce: 'ioc', ...spot.limit('39504.00') }, '39500.00')
    const waits = { quantity: '0.01', timeInForce: 'postOnly', ...spot.limit('39400') }
    await place('postOnly', waits, '39500.00', '39450.00', '39300.00')
    await place('crossing', { ...waits, ...spot.limit('39900') }, '39300.00')
    await place('bound', { quantity: '0.01', timeInForce: 'ioc', ...spot.limit('38000') }, '39000.00')
    await place('live', { quantity: '0.11', ...spot.limit('38998.00') }, '38997.00')
    ids.silent = (await spot.ordered(server, token, { quantity: '0.001' })).id
    await server.clock.advance(SILENCE_MS)
    await hold(server, '38999.00', 2)
    const receipts = await receiptsOf(server, spotApi.receipt, ids, token)
    expect(verdicts(receipts, coin)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, coin)).toEqual([
      'order.acceptedAt',
      'order.bound',
      'order.id',
      'order.level',
      'order.settledAt',
      'order.strategyId',
      'order.timeInForce',
      'order.version',
    ])
    const nowhere = await spot.ordered(server, token, { quantity: '0.001', ...spot.limit('30000') })
    const none = await receiptsOf(server, spotApi.receipt, { id: nowhere.id }, token)
    expect(verdicts(none, coin)).toEqual(allAre(none, 'incomplete'))
  })

  it.each(LATE)('is seen where it was filled %i ticks late, at the market or at its limit', async (late) => {
    const { token } = await server.person()
    await price(server, '40000.00')
    const market = await spot.ordered(server, token, { quantity: '0.01' })
    const limit = await spot.ordered(server, token, { quantity: '0.01', ...spot.limit('39000') })
    const back = await putOff(server, 'spots', market.id, late)
    await hold(server, '40000.00', 6)
    await putOffTriggers(server, limit.id, 6_000 + late * 1_000 + 1)
    // Within its price, outside and within again: none of these is skipped.
    for (const each of ['38900.00', '38901.00', '39100.00', '38902.00', '38903.00', '38904.00', '38905.00'])
      await price(server, each)
    await server.clock.advance(1_000)
    await back()
    const receipts = await receiptsOf(server, spotApi.receipt, { market: market.id, limit: limit.id }, token)
    expect(Object.values(receipts).map(({ order: each }) => (each as spotApi.SpotOrder).state)).toEqual([
      'filled',
      'filled',
    ])
    expect(verdicts(receipts, coin)).toEqual(allAre(receipts, 'wrongTick'))
  })
})
