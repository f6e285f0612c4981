import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/lever.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, byId, contract, opened, ordered } from './support.ts'

const TOO_HIGH = { key: 'leverageTooHigh', params: { limit: '20' } }

describeServer('lever exposure: many contracts of one person on a symbol', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
  })

  const submit = (change: Record<string, unknown>, by = token) => server.call(api.submit, contract(change), by)

  it('take the tiers of one of their worth, whatever they are cut into, long and short alike', async () => {
    const first = await opened(server, token, { quantity: '0.6', leverage: 50 })
    const second = await opened(server, token, { direction: 'short', quantity: '0.6', leverage: 50 })
    expect(first).toMatchObject({ exposure: '0.000000', worth: '24000.000000', maintenance: '120.000000' })
    expect(second).toMatchObject({ exposure: '24000.000000', worth: '24000.000000', maintenance: '120.000000' })
    expect(await submit({ leverage: 50 })).toMatchObject(TOO_HIGH)
    expect(await submit({ leverage: 50, quantity: '0.05' })).toMatchObject({ type: 'ok' })
    const preview = await server.ok(api.preview, contract({ requestId: undefined }), token)
    expect(preview).toMatchObject({ errors: {}, summary: { exposure: '50000.000000', leverageMax: 20 } })
    // 4,000 beyond 50,000: 1% of them, and half a hundredth of what the margin was for.
    const third = await opened(server, token)
    expect(third).toMatchObject({ exposure: '50000.000000', maintenance: '40.000000', liquidationPrice: '38400.00' })
    await hold(server, '38400.00', 2)
    expect(await byId(server, token, third.id)).toMatchObject({ state: 'liquidated', worth: '0.000000' })
    expect(await createInvariants().check(server.platform.db)).toEqual([])
    // Somebody else has nothing on it, nor has the same person elsewhere.
    const other = await server.person()
    expect(await submit({ leverage: 50 }, other.token)).toMatchObject({ type: 'ok' })
    await price(server, '2000.00', 'ETHUSDT')
    expect(await submit({ symbol: 'ETHUSDT', quantity: '1', leverage: 50 })).toMatchObject({ type: 'ok' })
  })

  it('count what waits and what is left of a part, and no more once it has ended', async () => {
    await price(server, '40000.00')
    const waiting = await ordered(server, token, { type: 'limit', price: '39000', quantity: '1', leverage: 50 })
    expect(waiting).toMatchObject({ worth: '39000.000000' })
    expect(await submit({ quantity: '0.3', leverage: 50 })).toMatchObject(TOO_HIGH)
    expect(await ask(server, token, api.cancel, { id: waiting.id })).toMatchObject({ type: 'ok' })
    await hold(server, '40000.00', 2)
    const { id } = await opened(server, token, { quantity: '1', leverage: 50 })
    expect(await submit({ quantity: '0.3', leverage: 50 })).toMatchObject(TOO_HIGH)
    await ask(server, token, api.close, { id, quantity: '0.5' })
    await hold(server, '40000.00', 2)
    expect(await byId(server, token, id)).toMatchObject({ worth: '20000.000000' })
    expect(await submit({ quantity: '0.3', leverage: 50 })).toMatchObject({ type: 'ok' })
  })

  it('are judged one after the other where they come at once: no more of them open than fit', async () => {
    await price(server, '40000.00')
    const all = await Promise.all(Array.from({ length: 8 }, () => submit({ quantity: '0.4', leverage: 50 })))
    expect(all.map(({ type }) => type).sort()).toEqual(['error', 'error', 'error', 'error', 'error', 'ok', 'ok', 'ok'])
    expect(all.filter(({ type }) => type !== 'ok')).toMatchObject(Array(5).fill(TOO_HIGH))
  })
})
