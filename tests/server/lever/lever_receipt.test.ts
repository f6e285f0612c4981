import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/lever.ts'
import { firstBrokenLink } from '../../../src/rules/chain.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, byId, opened } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describeServer('lever/receipt', (server) => {
  let token: string
  let other: string
  beforeEach(async () => {
    token = (await server.person()).token
    other = (await server.person()).token
    await price(server, '40000.00')
  })

  it('shows the tick of each fill in its place in the chain, by which a device checks it', async () => {
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
})
