import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as api from '../../../src/api/spot.ts'
import { firstBrokenLink } from '../../../src/rules/chain.ts'
import { parseMoney } from '../../../src/rules/money.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { filledBy } from './judge.ts'
import { after, byId, limit, ordered } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const ROOT = join(import.meta.dirname, '../../..')
const hasPython = spawnSync('python3', ['--version']).status === 0
const verified = (receipt: unknown) =>
  spawnSync('python3', ['docs/verify.py'], {
    cwd: ROOT,
    input: JSON.stringify(receipt),
    encoding: 'utf8',
  }).stdout.trim()

describeServer('coin/receipt', (server) => {
  it('proves each fill: its tick stands in the chain, and the book that it took follows from that tick', async () => {
    const { token } = await server.person()
    const other = (await server.person()).token
    await price(server, '40000.00')
    const { id } = await ordered(server, token, { quantity: '0.24', ...limit('40000') })
    await after(server, token, id, '39999.00', '40001.00', '39500.00')
    const receipt = await server.ok(api.receipt, { id }, token)
    const { order, proofs } = receipt
    expect(order).toEqual(await byId(server, token, id))
    expect(proofs.map(({ ticks }) => ticks)).toEqual(order.fills.map(({ tick }) => [tick]))
    for (const { previousHash, before, ticks, after: next } of proofs) {
      const stretch = [before, ...ticks, next].filter((tick) => tick !== null)
      expect(firstBrokenLink(previousHash ?? '', stretch, sha256)).toBe(-1)
    }
    let left = 24_000n
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
})
