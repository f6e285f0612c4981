import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { byId, closedAt, closes, figuresOf, opened, ordered, priceText, trader, usdt } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describeServer.onSqlite('forex/receipt', (server) => {
  let token: string
  beforeEach(async () => {
    ;({ token } = await trader(server))
  })
  const check = async (id: string, change: (receipt: api.ForexReceipt) => void = () => {}) => {
    const receipt = structuredClone(await server.ok(api.receipt, { id }, token))
    change(receipt)
    return checkForexReceipt(receipt, null, sha256)
  }

  it('proves each tick’s place in the chain, to its owner only', async () => {
    await price(server, '1.08000', 'EURUSD')
    const { id } = await ordered(server, token)
    expect(await check(id)).toBe('incomplete')
    await hold(server, '1.08000', 2, 'EURUSD')
    expect(await check(id)).toBe('verified')
    server.clock.jump(nextRollover(server.clock.now()).at - server.clock.now())
    await server.clock.advance(2_000)
    expect(await check(id)).toBe('verified')
    await closes(server, token, id)
    await hold(server, '1.08100', 3, 'EURUSD')
    const { order, proofs, rateProof } = await server.ok(api.receipt, { id }, token)
    expect(order).toEqual(await byId(server, token, id))
    expect(order.nights).toBe(1)
    expect(proofs.map(({ ticks }) => ticks)).toEqual([[order.openTick], [order.closeTick]])
    expect(rateProof).toBeNull()
    expect(await check(id)).toBe('verified')
    expect(await server.call(api.receipt, { id }, (await server.person()).token)).toMatchObject({ key: 'dataNotFound' })
  })

  it('is verified for each cause, and with the rate that converts to dollars', async () => {
    await price(server, '1.25000', 'GBPUSD')
    const cross = await opened(server, token, { symbol: 'EURGBP', takeProfit: '0.87000' }, '0.86000')
    await hold(server, '0.87100', 3, 'EURGBP')
    const stopped = await opened(server, token, { stopLoss: '1.07000' })
    const out = await opened(server, token, { symbol: 'USDJPY', direction: 'short' }, '150.000')
    await hold(server, '1.06900', 3, 'EURUSD')
    await hold(server, '170.000', 3, 'USDJPY')
    await price(server, '1.25000', 'GBPUSD')
    const all = [cross, stopped, out].map(({ id }) => id)
    expect(await Promise.all(all.map(async (id) => (await byId(server, token, id)).cause))).toEqual([
      ...['takeProfit', 'stopLoss', 'stopOut'],
    ])
    expect(await Promise.all(all.map((id) => check(id)))).toEqual(['verified', 'verified', 'verified'])
    const other = { ...structuredClone((await server.ok(api.receipt, { id: cross.id }, token)).rateProof) }
    expect(other.ticks).toHaveLength(1)
    expect(await check(cross.id, (receipt) => Object.assign(receipt, { rateProof: null }))).toBe('brokenChain')
    expect(await check(cross.id, ({ order }) => Object.assign(order, { rate: '1.26000' }))).toBe('wrongOpening')
    const seen = structuredClone(await server.ok(api.receipt, { id: out.id }, token))
    expect(checkForexReceipt(seen, 'ab'.repeat(32), sha256)).toBe('unlikeSeen')
  })

  it('detects changed fields', async () => {
    const { id } = await opened(server, token, { takeProfit: '1.09000' })
    await hold(server, '1.09100', 3, 'EURUSD')
    expect(await check(id)).toBe('verified')
    const { entry, initial, night } = figuresOf()
    const { exit } = closedAt(figuresOf(), '1.09100')
    const tampered: [string, (receipt: api.ForexReceipt) => void][] = [
      ['brokenChain', (receipt) => Object.assign(receipt.proofs[0] ?? {}, { previousHash: '0'.repeat(64) })],
      ['brokenChain', (receipt) => Object.assign(receipt.proofs[1]?.ticks[0] ?? {}, { price: '1.09200' })],
      ['brokenChain', (receipt) => void receipt.proofs.pop()],
      ['wrongOpening', ({ order }) => Object.assign(order, { acceptedAt: order.acceptedAt - 60_000 })],
      ['wrongOpening', ({ order }) => Object.assign(order, { acceptedAt: order.acceptedAt + 60_000 })],
      ['wrongOpening', ({ order }) => Object.assign(order, { dealPrice: priceText(entry + 1n) })],
      ['wrongOpening', ({ order }) => Object.assign(order, { spread: '0.00020' })],
      ['wrongPayout', ({ order }) => Object.assign(order, { initial: usdt(initial + 1n) })],
      ['wrongPayout', ({ order }) => Object.assign(order, { nights: 1, swap: usdt(night) })],
      ['wrongPayout', ({ order }) => Object.assign(order, { returned: '1.000000' })],
      ['wrongClosing', ({ order }) => Object.assign(order, { closePrice: priceText(exit + 1n) })],
      ['wrongClosing', ({ order }) => Object.assign(order, { takeProfit: '1.09200' })],
      ['wrongClosing', ({ order }) => Object.assign(order, { cause: 'stopOut' })],
      ['wrongClosing', ({ order }) => Object.assign(order, { cause: 'user', closingAt: order.acceptedAt })],
      ['wrongOutcome', ({ order }) => Object.assign(order, { state: 'lost' })],
    ]
    for (const [problem, change] of tampered) expect([problem, await check(id, change)]).toEqual([problem, problem])
  })
})
