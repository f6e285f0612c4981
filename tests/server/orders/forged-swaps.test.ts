import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/swap.ts'
import { checkSwapReceipt } from '../../../src/machines/receipts/swap.ts'
import { describeServer } from '../harness.ts'
import { allAre, type Check, passing, receiptsOf, sha256, verdicts } from '../kit/forged.ts'
import { hold } from '../microtrade/support.ts'
import { prices, swapped } from '../swap/support.ts'

/*
 * Every field of a swap's receipt is changed, and swaps are made by ticks that are not theirs: neither the app's check nor verify.py may call any of
 * these verified. What passes is what protocol.md lists as stated.
 */

const check: Check = (receipt) => checkSwapReceipt(receipt, sha256)

describeServer.onSqlite('orders: a forged swap receipt', (server) => {
  it('is detected for every changed field, and for any other tick', async () => {
    const { token } = await server.person()
    await prices(server)
    const bought = await swapped(server, token, { amount: '1000' })
    const turned = await swapped(server, token, { from: 'BTC', to: 'ETH', amount: '0.01' })
    await prices(server, '40010.00', '2001.00')
    const sold = await swapped(server, token, { from: 'ETH', to: 'USDT', amount: '0.05' })
    await hold(server, '40020.00', 8)
    const ids = { bought: bought.id, turned: turned.id, sold: sold.id }
    const receipts = await receiptsOf(server, api.flashAgainstReceipt, ids, token)
    expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, check)).toEqual(['order.id', 'order.settledAt', 'order.version'])
    // The ticks are on the record, and not the ones that a swap of this moment could have met.
    const moved = (by: number) => {
      const { order, ...rest } = structuredClone(receipts.bought) as api.SwapReceipt
      const { quotedAt, expiresAt, settledAt } = order
      return {
        ...rest,
        order: { ...order, quotedAt: quotedAt + by, expiresAt: expiresAt + by, settledAt: (settledAt ?? 0) + by },
      }
    }
    const others = { later: moved(-2_000), older: moved(7_000) }
    expect(verdicts(others, check)).toEqual(allAre(others, 'wrongTick'))
  })
})
