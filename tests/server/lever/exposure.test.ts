import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, BTC, byId, cents, contract, opened, ordered, position } from './support.ts'

const [first, second] = BTC.tiers
if (!first || !second) expect.fail('no tiers')
const HIGHEST = first.leverageMax
const TOO_HIGH = { key: 'leverageTooHigh', params: { limit: String(second.leverageMax) } }
/** The amount of BTC with this value at 40,000. */
const btc = (worth: number) => String(worth / 40_000)
/** Maximum total notional at the highest leverage. */
const UP_TO = Number(first.upTo)

describeServer.onSqlite('lever exposure: many contracts of one user on a symbol', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
  })

  const submit = (change: Record<string, unknown>, by = token) => server.call(api.submit, contract(change), by)

  it('use the tiers of one contract with their total notional, however split, long and short alike', async () => {
    const half = UP_TO / 2 - 1_000
    const terms = { quantity: btc(half), leverage: HIGHEST }
    const maintenance = ((half * first.maintenanceBps) / 10_000).toFixed(6)
    const worth = half.toFixed(6)
    expect(await opened(server, token, terms)).toMatchObject({ exposure: '0.000000', worth, maintenance })
    const short = await opened(server, token, { ...terms, direction: 'short' })
    expect(short).toMatchObject({ exposure: worth, worth, maintenance })
    expect(await submit({ leverage: HIGHEST })).toMatchObject(TOO_HIGH)
    expect(await submit({ leverage: HIGHEST, quantity: btc(2_000) })).toMatchObject({ type: 'ok' })
    const preview = await server.ok(api.preview, contract({ requestId: undefined }), token)
    const exposure = UP_TO.toFixed(6)
    expect(preview).toMatchObject({ errors: {}, summary: { exposure, leverageMax: second.leverageMax } })
    // 4,000 beyond the first tier, all at the next one's rate.
    const third = await opened(server, token)
    const { liquidation } = position({ exposure: BigInt(UP_TO) * 1_000_000n })
    expect(third).toMatchObject({ exposure, maintenance: ((4_000 * second.maintenanceBps) / 10_000).toFixed(6) })
    expect(third).toMatchObject({ liquidationPrice: cents(liquidation) })
    await hold(server, cents(liquidation), 2)
    expect(await byId(server, token, third.id)).toMatchObject({ state: 'liquidated', worth: '0.000000' })
    expect(await createInvariants().check(server.platform.db)).toEqual([])
    // Another user has no exposure on it, nor has this user on another symbol.
    const other = await server.person()
    expect(await submit({ leverage: HIGHEST }, other.token)).toMatchObject({ type: 'ok' })
    await price(server, '2000.00', 'ETHUSDT')
    expect(await submit({ symbol: 'ETHUSDT', quantity: '1', leverage: HIGHEST })).toMatchObject({ type: 'ok' })
  })

  it('count pending orders and the rest of partial closes, until they end', async () => {
    await price(server, '40000.00')
    // 1,000 above the room left beside 1 BTC at 39,000, but within that beside half of it.
    const more = { quantity: btc(UP_TO - 38_000), leverage: HIGHEST }
    const waiting = await ordered(server, token, { type: 'limit', price: '39000', quantity: '1', leverage: HIGHEST })
    expect(waiting).toMatchObject({ worth: '39000.000000' })
    expect(await submit(more)).toMatchObject(TOO_HIGH)
    expect(await ask(server, token, api.cancel, { id: waiting.id })).toMatchObject({ type: 'ok' })
    await hold(server, '40000.00', 2)
    const { id } = await opened(server, token, { quantity: '1', leverage: HIGHEST })
    expect(await submit(more)).toMatchObject(TOO_HIGH)
    await ask(server, token, api.close, { id, quantity: '0.5' })
    await hold(server, '40000.00', 2)
    expect(await byId(server, token, id)).toMatchObject({ worth: '20000.000000' })
    expect(await submit(more)).toMatchObject({ type: 'ok' })
  })

  it('are validated sequentially when concurrent: no more open than fit', async () => {
    await price(server, '40000.00')
    const terms = { quantity: btc(UP_TO * 0.32), leverage: HIGHEST }
    const all = await Promise.all(Array.from({ length: 8 }, () => submit(terms)))
    expect(all.map(({ type }) => type).sort()).toEqual(['error', 'error', 'error', 'error', 'error', 'ok', 'ok', 'ok'])
    expect(all.filter(({ type }) => type !== 'ok')).toMatchObject(Array(5).fill(TOO_HIGH))
  })
})
