import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import { firstBrokenLink } from '../../../src/rules/market/chain.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, byId, opened, ordered } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describeServer.onSqlite('lever/receipt', (server) => {
  let token: string
  let other: string
  beforeEach(async () => {
    token = (await server.person()).token
    other = (await server.person()).token
    await price(server, '40000.00')
  })

  it('proves the place of each fill’s tick in the chain', async () => {
    const { id } = await opened(server, token)
    await ask(server, token, api.close, { id, quantity: '0.05' })
    await hold(server, '40100.00', 2)
    await ask(server, token, api.close, { id })
    await hold(server, '40200.00', 3)
    const { order, proofs } = await server.ok(api.receipt, { id }, token)
    expect(order).toEqual(await byId(server, token, id))
    expect(proofs.map(({ ticks }) => ticks)).toEqual([[order.openTick], ...order.fills.map(({ tick }) => [tick])])
    for (const { previousHash, before, ticks, after } of proofs) {
      const stretch = [before, ...ticks, after].filter((tick) => tick !== null)
      expect(stretch).toHaveLength(3)
      expect(firstBrokenLink(previousHash ?? '', stretch, sha256)).toBe(-1)
    }
    expect(await server.call(api.receipt, { id }, other)).toMatchObject({ key: 'dataNotFound' })
  })

  describe('on a device', () => {
    const check = async (id: string, change: (receipt: api.LeverReceipt) => void = () => {}) => {
      const receipt = structuredClone(await server.ok(api.receipt, { id }, token))
      change(receipt)
      return checkLeverReceipt(receipt, null, sha256)
    }

    it('is verified for each way to open and close, and incomplete before the opening', async () => {
      const market = await opened(server, token, { takeProfit: '41000', stopLoss: '39000' })
      expect(await check(market.id)).toBe('verified')
      const short = await opened(server, token, { direction: 'short', stopLoss: '40500' })
      const limit = await ordered(server, token, { type: 'limit', price: '39500' })
      expect(await check(limit.id)).toBe('incomplete')
      await ask(server, token, api.close, { id: market.id, quantity: '0.03' })
      await hold(server, '40700.00', 2)
      await ask(server, token, api.setStop, { id: market.id, takeProfit: '41000', stopLoss: '39600' })
      await hold(server, '40700.00', 2)
      await hold(server, '39400.00', 3)
      await hold(server, '36000.00', 3)
      const now = async (id: string) => (await byId(server, token, id)).cause
      expect(await Promise.all([market.id, short.id, limit.id].map(now))).toEqual([
        'stopLoss',
        'stopLoss',
        'liquidation',
      ])
      for (const { id } of [market, short, limit]) expect(await check(id)).toBe('verified')
    })

    it('detects changed fields', async () => {
      const { id } = await opened(server, token, { stopLoss: '39000' })
      const less = (amount: string) => (Number(amount) - 0.000_001).toFixed(6)
      expect(await check(id, ({ order }) => Object.assign(order, { paid: less(order.paid) }))).toBe('wrongPayout')
      await ask(server, token, api.close, { id, quantity: '0.05' })
      await hold(server, '40100.00', 2)
      await hold(server, '38900.00', 3)
      expect(await check(id)).toBe('verified')
      const last = ({ order }: api.LeverReceipt) => order.fills[1] as api.LeverReceipt['order']['fills'][number]
      const tampered: [string, (receipt: api.LeverReceipt) => void][] = [
        ['brokenChain', (receipt) => Object.assign(receipt.proofs[0] ?? {}, { previousHash: '0'.repeat(64) })],
        ['brokenChain', (receipt) => Object.assign(receipt.proofs[1]?.ticks[0] ?? {}, { price: '40200.00' })],
        ['brokenChain', (receipt) => void receipt.proofs.pop()],
        ['wrongOpening', ({ order }) => Object.assign(order, { acceptedAt: order.acceptedAt - 60_000 })],
        // An earlier tick would have opened it, in time.
        ['wrongOpening', ({ order }) => Object.assign(order, { acceptedAt: order.acceptedAt - 2_000 })],
        ['wrongOpening', ({ order }) => Object.assign(order, { dealPrice: '40000.01' })],
        ['wrongOpening', ({ order }) => Object.assign(order, { price: '39000.00' })],
        ['wrongClosing', ({ order }) => Object.assign(order, { stopLoss: '38000.00' })],
        ['wrongClosing', (receipt) => Object.assign(last(receipt), { cause: 'takeProfit' })],
        ['wrongPayout', (receipt) => Object.assign(last(receipt), { returned: '1.000000' })],
        ['wrongPayout', (receipt) => Object.assign(last(receipt), { cause: 'liquidation' })],
        ['wrongPayout', (receipt) => Object.assign(last(receipt), { liquidationFee: '1.000000' })],
        ['wrongPayout', (receipt) => Object.assign(last(receipt), { fee: '1.000000' })],
        ['wrongPayout', (receipt) => Object.assign(last(receipt), { profit: '1.000000' })],
        ['wrongPayout', (receipt) => Object.assign(last(receipt), { shortfall: '1.000000' })],
        ['wrongPayout', ({ order }) => Object.assign(order, { openFee: '2.000001' })],
        ['wrongPayout', ({ order }) => Object.assign(order, { openFee: less(order.openFee), paid: less(order.paid) })],
        ['wrongPayout', ({ order }) => Object.assign(order, { returned: '1.000000' })],
        ['wrongOutcome', ({ order }) => Object.assign(order, { state: 'won' })],
      ]
      for (const [problem, change] of tampered) expect([problem, await check(id, change)]).toEqual([problem, problem])
      const seen = structuredClone(await server.ok(api.receipt, { id }, token))
      expect(checkLeverReceipt(seen, 'ab'.repeat(32), sha256)).toBe('unlikeSeen')
    })
  })
})
