import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import { findContract, LIQUIDATION_FEE_BPS, termsEver } from '../../../src/rules/lever/terms.ts'
import { describeServer } from '../harness.ts'
import { changing } from '../kit/changing.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, byId, cents, closedAt, opened, position, usdt } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const contract = findContract('BTCUSDT') ?? expect.fail('no contract')

/** Long 0.1 BTC from 40,000 at 20 times. */
describeServer.onSqlite('lever: the terms of an open contract', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
    await price(server, '40000.00')
  })
  const change = changing(contract)
  const verdict = async (id: string, change: (receipt: api.LeverReceipt) => void = () => {}) => {
    const receipt = structuredClone(await server.ok(api.receipt, { id }, token))
    change(receipt)
    return checkLeverReceipt(receipt, null, sha256)
  }

  it.each([
    ['tiers', { tiers: contract.tiers.map((tier) => ({ ...tier, leverageMax: 1, maintenanceBps: 400 })) }],
    ['limits of tiers', { tiers: contract.tiers.map((tier, at) => ({ ...tier, upTo: String(1_000 * (at + 1)) })) }],
    ['unit', { unit: '0.03' }],
    ['most', { max: '0.01' }],
    ['funding', { funding: { hours: 1, ppm: 10_000 } }],
  ])('are those that it was ordered by, whatever its %s become', async (_, terms) => {
    const shipped = position({ added: 20_000_000n })
    const { id } = await opened(server, token)
    change({ ...terms, former: termsEver(structuredClone(contract)) })
    await ask(server, token, api.addMargin, { id, amount: '20' })
    await hold(server, '40000.00', 2)
    expect(await byId(server, token, id)).toMatchObject({
      ...{ liquidationPrice: cents(shipped.liquidation), maintenance: usdt(shipped.maintenance) },
      ...{ margin: usdt(shipped.margin), funding: '0.000000' },
    })
    await hold(server, cents(shipped.liquidation + 1n), 2)
    expect(await byId(server, token, id)).toMatchObject({ state: 'open.standing' })
    await hold(server, cents(shipped.liquidation), 3)
    const { payout } = closedAt(shipped, cents(shipped.liquidation), 'liquidation')
    expect(await byId(server, token, id)).toMatchObject({ state: 'liquidated', returned: usdt(payout) })
    expect(await verdict(id)).toBe('verified')
  })

  it('allow a full close after the unit has grown', async () => {
    const { id } = await opened(server, token)
    change({ unit: '0.03' })
    await ask(server, token, api.close, { id })
    await hold(server, '40000.00', 2)
    expect(await byId(server, token, id)).toMatchObject({ cause: 'user' })
  })

  it('state the liquidation fee on the receipt, by the current fee and the old rule', async () => {
    const { id } = await opened(server, token)
    const level = cents(position().liquidation)
    await hold(server, level, 3)
    const { order } = await server.ok(api.receipt, { id }, token)
    const [fill] = order.fills
    const sum = (...all: (string | undefined)[]) => all.reduce((whole, each) => whole + Number(each), 0)
    expect(sum(fill?.margin, fill?.profit, fill?.shortfall)).toBeCloseTo(
      sum(fill?.fee, fill?.liquidationFee, fill?.returned),
      6,
    )
    const { fee, liquidationFee, payout } = closedAt(position(), level, 'liquidation')
    expect(fill).toMatchObject({ fee: usdt(fee), liquidationFee: usdt(liquidationFee), returned: usdt(payout) })
    expect(await verdict(id)).toBe('verified')
    expect(
      await verdict(id, (receipt) =>
        Object.assign(receipt.order, {
          liquidationFeeBps: LIQUIDATION_FEE_BPS - 1,
        }),
      ),
    ).toBe('wrongPayout')
    const before = (receipt: api.LeverReceipt) => {
      Object.assign(receipt.order, { liquidationFeeBps: null, returned: '0.000000' })
      Object.assign(receipt.order.fills[0] ?? {}, {
        liquidationFee: usdt(liquidationFee + payout),
        returned: '0.000000',
      })
    }
    expect(await verdict(id, before)).toBe('verified')
  })
})
