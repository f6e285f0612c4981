import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/swap.ts'
import { checkSwapReceipt } from '../../../src/machines/receipts/swap.ts'
import { describeServer } from '../harness.ts'
import { sha256 } from '../kit/forged.ts'
import { prices, quote, swapped } from './support.ts'

describeServer('wallet/flashAgainstReceipt', (server) => {
  it('shows the tick of each leg in its place in the chain, by which a device calculates the swap again', async () => {
    const { token } = await server.person()
    await prices(server)
    const { id: bought } = await swapped(server, token)
    const { id } = await swapped(server, token, { from: 'BTC', to: 'ETH', amount: '0.002' })
    await prices(server)
    const receipt = await server.ok(api.flashAgainstReceipt, { id }, token)
    expect(receipt.proofs.map(({ ticks }) => ticks)).toEqual(receipt.order.legs.map(({ tick }) => [tick]))
    expect(receipt.order.legs.map(({ side, tick }) => [side, tick.symbol])).toEqual([
      ['sell', 'BTCUSDT'],
      ['buy', 'ETHUSDT'],
    ])
    expect(checkSwapReceipt(receipt, sha256)).toBe('verified')
    expect(checkSwapReceipt(await server.ok(api.flashAgainstReceipt, { id: bought }, token), sha256)).toBe('verified')
  })

  it('is of executed swaps of one’s own alone', async () => {
    const [{ token }, other] = [await server.person(), await server.person()]
    await prices(server)
    const { id: quoted } = await quote(server, token)
    expect(await server.call(api.flashAgainstReceipt, { id: quoted }, token)).toMatchObject({ key: 'dataNotFound' })
    const { id } = await swapped(server, token)
    expect(await server.call(api.flashAgainstReceipt, { id }, other.token)).toMatchObject({ key: 'dataNotFound' })
    expect(await server.call(api.flashAgainstReceipt, { id: 'none' }, token)).toMatchObject({ key: 'parameterError' })
    expect(await server.call(api.flashAgainstReceipt, { id })).toMatchObject({ key: 'signInRequired' })
  })
})
