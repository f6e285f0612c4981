import { expect, it } from 'vitest'
import type { Order } from '../../src/api/trade/orders.ts'
import { order as lever } from '../../src/ui/pages/lever/order.ts'
import { endedNotice } from '../../src/ui/pages/orders/ended-notice.ts'
import type { OrderKind } from '../../src/ui/pages/orders/order-kind.ts'
import { order as spot } from '../../src/ui/pages/spot/order.ts'
import { leverOrderOf } from '../models/kit/levers.ts'
import { spotOrderOf } from '../models/kit/spots.ts'

const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const contract = (change: Parameters<typeof leverOrderOf>[1]) =>
  endedNotice({ kind: 'lever', ...leverOrderOf(ID, { list: 1, ...change }) } as Order, lever as OrderKind)
const filled = (change: Parameters<typeof spotOrderOf>[1] = {}) =>
  endedNotice(
    { kind: 'spot', ...spotOrderOf(ID, { list: 1, state: 'filled', filled: '0.10000', ...change }) } as Order,
    spot as OrderKind,
  )

it('ended notice: stays for liquidation, stop, expiry and rejection, with the result and the receipt', () => {
  const lost = { state: 'lost', returned: '0.000000' } as const
  expect(contract({ ...lost, state: 'liquidated', cause: 'liquidation' })).toMatchObject({
    ...{ stays: true, tone: 'bad' },
    text: expect.stringContaining('−202.00 USDT'),
    link: { to: expect.stringContaining(`receipt=${ID}`) },
  })
  expect(contract({ ...lost, cause: 'stopLoss' })).toMatchObject({ stays: true, tone: 'bad' })
  expect(contract({ state: 'won', cause: 'takeProfit', returned: '300' })).toMatchObject({ stays: true, tone: 'good' })
  expect(contract({ ...lost, cause: 'delivery' })).toMatchObject({ stays: true, tone: 'plain' })
  expect(contract({ state: 'unexpected', voidReason: 'noPrice' })).toMatchObject({ stays: true, tone: 'bad' })
  expect(filled({ state: 'returned', cause: 'postOnly' })).toMatchObject({ stays: true, tone: 'bad' })
})

it('ended notice: an ordinary end is a toast, and those of a strategy are a group that leads to it', () => {
  expect(contract({ state: 'won', cause: 'user', returned: '300' }).stays).toBeUndefined()
  expect(filled()).not.toHaveProperty('group')
  const strategyId = '01ARZ3NDEKTSV4RRFFQ69G5FAW'
  for (const notice of [filled({ strategyId }), filled({ strategyId, state: 'returned', cause: 'noPrice' })])
    expect(notice).toMatchObject({
      group: { id: strategyId },
      link: { to: expect.stringContaining(`strategy=${strategyId}`) },
    })
})
