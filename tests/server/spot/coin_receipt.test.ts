import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/spot.ts'
import { checkSpotReceipt } from '../../../src/machines/receipts/spot.ts'
import { firstBrokenLink } from '../../../src/rules/market/chain.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { filledBy } from './judge.ts'
import { byId, after as followed, limit, minor, ofMost, ordered } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const ROOT = join(import.meta.dirname, '../../..')
const hasPython = spawnSync('python3', ['--version']).status === 0
const verified = (receipt: unknown) =>
  spawnSync('python3', ['docs/verify.py'], {
    cwd: ROOT,
    input: JSON.stringify(receipt),
    encoding: 'utf8',
  }).stdout.split('\n')[0]

describeServer.onSqlite('coin/receipt', (server) => {
  it('proves each fill: its tick is in the chain, and its book is derived from that tick', async () => {
    const { token } = await server.person()
    const other = (await server.person()).token
    await price(server, '40000.00')
    const { id } = await ordered(server, token, { quantity: ofMost(90n), ...limit('40000') })
    await followed(server, token, id, '39999.00', '40001.00', '39500.00')
    const receipt = await server.ok(api.receipt, { id }, token)
    const { order, proofs } = receipt
    expect(order).toEqual(await byId(server, token, id))
    expect(proofs.map(({ ticks }) => ticks.at(-1))).toEqual(order.fills.map(({ tick }) => tick))
    // The second one waited for a tick between.
    expect(proofs.map(({ ticks }) => ticks.length)).toEqual([1, 2])
    for (const { previousHash, before, ticks, after: next } of proofs) {
      const stretch = [before, ...ticks, next].filter((tick) => tick !== null)
      expect(firstBrokenLink(previousHash ?? '', stretch, sha256)).toBe(-1)
    }
    let left = minor(ofMost(90n))
    for (const { tick, quantity, worth, fee } of order.fills) {
      const ask = { symbol: 'BTCUSDT', side: 'buy', bound: 4_000_000n, level: BigInt(order.level) } as const
      const at = { seq: 0n, time_ms: 0n, price: parseMoney(tick.price, 2) ?? 0n, hash: tick.hash }
      const should = filledBy(ask, left, at)
      expect([quantity, worth, fee].map((text, index) => parseMoney(text, index === 0 ? 5 : 6))).toEqual([
        should.quantity,
        should.worth,
        should.fee,
      ])
      left -= should.quantity
    }
    expect([left, order.fills.length]).toEqual([0n, 2])
    if (hasPython) expect(verified(receipt)).toBe('-: verified')
    const [fill] = order.fills
    const more = { ...order, fills: [{ ...fill, worth: '1.000000' }, ...order.fills.slice(1)] }
    if (hasPython) expect(verified({ ...receipt, order: more })).toBe('-: wrongFill')
    expect(await server.call(api.receipt, { id }, other)).toMatchObject({ key: 'dataNotFound' })
  })

  describe('on a device', () => {
    let token: string
    beforeEach(async () => {
      token = (await server.person()).token
      await price(server, '40000.00')
    })
    const check = async (id: string, change: (receipt: api.SpotReceipt) => void = () => {}) => {
      const receipt = structuredClone(await server.ok(api.receipt, { id }, token))
      change(receipt)
      return checkSpotReceipt(receipt, null, sha256)
    }

    it('is verified for each kind of fill, also a partial one, and has nothing to verify without a fill', async () => {
      const market = await ordered(server, token, { quantity: '0.01' })
      await followed(server, token, market.id, '40000.00')
      const half = await ordered(server, token, { quantity: ofMost(65n), timeInForce: 'ioc', ...limit('40004.00') })
      const waits = await ordered(server, token, { quantity: '0.01', timeInForce: 'postOnly', ...limit('39900') })
      const below = await ordered(server, token, { quantity: '0.01', ...limit('30000') })
      await followed(server, token, half.id, '40000.00')
      const { state, filled } = await byId(server, token, half.id)
      expect(state).toBe('partly')
      await followed(server, token, waits.id, '39800.00')
      const sold = await ordered(server, token, {
        quantity: (Math.floor(Number(filled) * 1e4) / 1e4).toFixed(4),
        side: 'sell',
      })
      await followed(server, token, sold.id, '39800.00')
      const parts = await ordered(server, token, { quantity: ofMost(65n), ...limit('39798.00') })
      const part = await followed(server, token, parts.id, '39797.00')
      expect(part).toMatchObject({ state: 'filling.waiting', fills: [{}] })
      for (const { id } of [market, half, waits, sold, parts]) expect([id, await check(id)]).toEqual([id, 'verified'])
      expect(await check(below.id)).toBe('incomplete')
    })

    it('detects changed fields', async () => {
      const { id } = await ordered(server, token, { quantity: ofMost(60n), ...limit('40000') })
      const order = await followed(server, token, id, '39999.00', '40001.00', '39500.00')
      expect([order.state, order.fills.length, await check(id)]).toEqual(['filled', 2, 'verified'])
      const market = await ordered(server, token, { quantity: '0.01' })
      await followed(server, token, market.id, '39500.00', '39500.00')
      const first = ({ order: { fills } }: api.SpotReceipt) => fills[0] as api.SpotOrder['fills'][number]
      const tampered: [string, string, (receipt: api.SpotReceipt) => void][] = [
        [id, 'brokenChain', (receipt) => Object.assign(receipt.proofs[0] ?? {}, { previousHash: '0'.repeat(64) })],
        [id, 'brokenChain', (receipt) => Object.assign(receipt.proofs[1]?.ticks[0] ?? {}, { price: '39400.00' })],
        [id, 'brokenChain', (receipt) => void receipt.proofs.pop()],
        [id, 'wrongTick', (receipt) => Object.assign(receipt.order, { acceptedAt: first(receipt).tick.time + 1 })],
        [id, 'wrongTick', (receipt) => Object.assign(receipt.order, { timeInForce: 'ioc' })],
        [id, 'wrongTick', (receipt) => Object.assign(receipt.order, { timeInForce: 'postOnly' })],
        [id, 'wrongTick', (receipt) => Object.assign(receipt.order, { type: 'market', price: null })],
        [market.id, 'wrongTick', ({ order }) => Object.assign(order, { acceptedAt: order.acceptedAt - 60_000 })],
        [id, 'wrongFill', (receipt) => Object.assign(first(receipt), { worth: '1.000000' })],
        [id, 'wrongFill', (receipt) => Object.assign(first(receipt), { fee: '0.000000' })],
        [id, 'wrongFill', (receipt) => Object.assign(first(receipt), { quantity: '0.00010' })],
        [id, 'wrongTick', (receipt) => Object.assign(receipt.order, { level: 1 })],
        [id, 'wrongTick', (receipt) => Object.assign(receipt.order, { side: 'sell' })],
        [id, 'wrongFill', (receipt) => Object.assign(receipt.order, { price: '39000.00' })],
        [id, 'wrongSum', (receipt) => Object.assign(receipt.order, { filled: ofMost(59n) })],
        [id, 'wrongSum', (receipt) => Object.assign(receipt.order, { fee: '0.000000' })],
        [id, 'wrongSum', (receipt) => Object.assign(receipt.order, { held: '1.000000' })],
        [id, 'wrongSum', (receipt) => Object.assign(receipt.order, { released: '1.000000' })],
        [id, 'wrongSum', (receipt) => Object.assign(receipt.order, { state: 'partly' })],
      ]
      for (const [of, problem, change] of tampered) {
        expect([problem, String(change), await check(of, change)]).toEqual([problem, String(change), problem])
      }
      expect(checkSpotReceipt(await server.ok(api.receipt, { id }, token), 'ab'.repeat(32), sha256)).toBe('unlikeSeen')
    })
  })
})
