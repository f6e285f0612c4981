import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/microtrade.ts'
import { checkReceipt } from '../../../src/machines/receipts/receipt.ts'
import { firstBrokenLink, GENESIS } from '../../../src/rules/market/chain.ts'
import { describeServer } from '../harness.ts'
import { hold, newest, order, price } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describeServer.onSqlite('microtrade/receipt', (server) => {
  it('returns both ticks and the chain between them with its neighbours, which anyone can verify', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 10)
    await hold(server, '43100.00', 23)
    const { id } = await newest(server, token)
    const receipt = await server.ok(api.receipt, { id }, token)
    expect(receipt.order).toMatchObject({ state: 'won' })
    expect(receipt.ticks[0]).toEqual(receipt.order.openTick)
    expect(receipt.ticks.at(-1)).toEqual(receipt.order.closeTick)
    expect(receipt.ticks).toHaveLength(31)
    expect(receipt.before?.time).toBeLessThan(receipt.order.acceptedAt)
    expect(receipt.after?.time).toBeGreaterThan(receipt.order.closeTime ?? Number.POSITIVE_INFINITY)
    expect(checkReceipt(receipt, receipt.order.openTick?.hash ?? '', sha256)).toBe('verified')

    const stretch = [receipt.before, ...receipt.ticks, receipt.after].filter((tick) => tick !== null)
    expect(firstBrokenLink(receipt.previousHash ?? '', stretch, sha256)).toBe(-1)
    const forged = stretch.map((tick, index) => (index === 12 ? { ...tick, price: '42000.00' } : tick))
    expect(firstBrokenLink(receipt.previousHash ?? '', forged, sha256)).toBe(12)
  })

  it('has no neighbour after the closing tick until it is recorded, and none before the record’s first tick', async () => {
    const { token } = await server.person()
    server.tick('LTCUSDT', '70.00')
    await server.ok(api.submit, order({ symbol: 'LTCUSDT' }), token)
    await server.clock.advance(1_000)
    await hold(server, '70.00', 30, 'LTCUSDT')
    const { id, state } = await newest(server, token)
    expect(state).toBe('drawn')
    const early = await server.ok(api.receipt, { id }, token)
    expect(early).toMatchObject({ previousHash: GENESIS, before: null, after: null })
    expect(checkReceipt(early, null, sha256)).toBe('early')
    await price(server, '70.00', 'LTCUSDT')
    const later = await server.ok(api.receipt, { id }, token)
    expect(later).toEqual({ ...early, after: expect.objectContaining({ symbol: 'LTCUSDT' }) })
    expect(checkReceipt(later, null, sha256)).toBe('verified')
  })

  it('is the same after a restart', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    await server.ok(api.submit, order(), token)
    await hold(server, '43000.00', 33)
    const { id } = await newest(server, token)
    const before = await server.ok(api.receipt, { id }, token)
    await server.restart()
    expect(await server.ok(api.receipt, { id }, token)).toEqual(before)
  })

  it('has no chain yet for an option that is open', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    const { id } = await server.ok(api.submit, order(), token)
    expect(await server.ok(api.receipt, { id }, token)).toMatchObject({
      previousHash: null,
      before: null,
      ticks: [],
      after: null,
    })
  })

  it('is not found for another user or an unknown id, and refuses invalid input', async () => {
    const [mine, theirs] = [await server.person(), await server.person()]
    await price(server, '43000.00')
    const { id } = await server.ok(api.submit, order(), mine.token)
    expect(await server.call(api.receipt, { id }, theirs.token)).toMatchObject({ http: 404, key: 'dataNotFound' })
    expect(await server.call(api.receipt, { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, mine.token)).toMatchObject({
      key: 'dataNotFound',
    })
    expect(await server.call(api.receipt, { id: "1' or '1'='1" }, mine.token)).toMatchObject({ key: 'parameterError' })
    expect(await server.call(api.receipt, {}, mine.token)).toMatchObject({ key: 'missingParameters' })
  })

  it('refuses without a token', async () => {
    expect(await server.call(api.receipt, { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({ type: 999, http: 401 })
  })
})
