import { expect, it } from 'vitest'
import { ALERTS_KEPT_MS, alertSweep } from '../../../server/price-alerts/sweep.ts'
import { messages } from '../../../src/api/account/user.ts'
import { priceAlerts, setPriceAlert } from '../../../src/api/market/price-alerts.ts'
import { events } from '../../../src/api/wire/events.ts'
import { ALERTS_MAX } from '../../../src/rules/market/price-alerts.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'

describeServer.onSqlite('market/alert_set', (server) => {
  const SYMBOL = 'BTCUSDT'
  const set = (token: string, price: string, side = 'above') =>
    server.ok(setPriceAlert, { symbol: SYMBOL, side, price }, token)
  const listed = (token: string) => server.ok(priceAlerts, {}, token)
  const told = async (token: string) => (await server.ok(messages, {}, token)).messages
  const moves = async (...prices: string[]) => {
    for (const price of prices) {
      server.tick(SYMBOL, price)
      await server.clock.advance(1_000)
    }
  }

  it('fires once, at the first recorded tick at or beyond its level since it was set, and notifies its owner only', async () => {
    const [{ token }, other] = [await server.person(), await server.person()]
    await moves('105.00', '100.00')
    const above = await set(token, '104.00')
    const below = await set(token, '95.5', 'below')
    expect(above).toMatchObject({ state: 'waiting', price: '104.00', fired: null })
    await moves('103.99', '104.00', '106.00', '99.00', '90.00', '110.00')
    const [second, first] = await listed(token)
    expect(first).toMatchObject({ id: above.id, state: 'fired', version: 2, fired: { price: '104.00' } })
    expect(second).toMatchObject({ id: below.id, state: 'fired', price: '95.50', fired: { price: '90.00' } })
    expect((await told(token)).map(({ kind, key, params }) => [kind, key, params])).toEqual([
      ['price', 'priceFell', { pair: 'BTC/USDT', level: '95.50', price: '90.00' }],
      ['price', 'priceRose', { pair: 'BTC/USDT', level: '104.00', price: '104.00' }],
    ])
    const private_ = (await server.ok(events, { after: 0 }, token)).filter(({ kind }) => kind === 'priceAlert')
    expect(private_.map(({ body }) => (body as { state: string }).state)).toEqual([
      'waiting',
      'waiting',
      'fired',
      'fired',
    ])
    expect(await told(other.token)).toEqual([])
    expect(await createInvariants().check(server.platform.db)).toEqual([])
  })

  it('survives a restart, and fires once for ticks recorded before it', async () => {
    const { token } = await server.person()
    await moves('100.00')
    const alert = await set(token, '120.00')
    await server.restart()
    await moves('119.99', '121.00')
    await server.restart()
    await moves('125.00')
    expect(await listed(token)).toMatchObject([{ id: alert.id, state: 'fired', fired: { price: '121.00' } }])
    expect(await told(token)).toHaveLength(1)
  })

  it('returns an identical waiting alert unchanged, also for concurrent copies', async () => {
    const { token } = await server.person()
    await moves('100.00')
    const all = await Promise.all([set(token, '130'), set(token, '130.00'), set(token, '130.0')])
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await listed(token)).toHaveLength(1)
  })

  it('refuses a level already reached, too many alerts, and an unknown market or price', async () => {
    const { token } = await server.person()
    await moves('100.00')
    const refused = (input: Record<string, unknown>, by = token) =>
      server.call(setPriceAlert, { symbol: SYMBOL, side: 'above', price: '101', ...input }, by)
    for (const input of [{ price: '100' }, { price: '99.99' }, { side: 'below', price: '100.00' }]) {
      expect(await refused(input)).toMatchObject({ http: 422, key: 'alertReached' })
    }
    expect(await refused({ symbol: 'NOSUCH' })).toMatchObject({ key: 'pairNotFound' })
    expect(await refused({ price: '0' })).toMatchObject({ key: 'parameterError' })
    expect(await refused({ price: '101.001' })).toMatchObject({ key: 'parameterError' })
    expect(await refused({ side: 'beside' })).toMatchObject({ key: 'parameterError' })
    for (let level = 1; level <= ALERTS_MAX; level++) await set(token, String(200 + level))
    expect(await refused({})).toMatchObject({ http: 409, key: 'tooManyAlerts', params: { limit: String(ALERTS_MAX) } })
    expect(await server.call(setPriceAlert, { symbol: SYMBOL, side: 'above', price: '101' })).toMatchObject({
      http: 401,
    })
  })

  it('removes a fired alert after its retention', async () => {
    const { token } = await server.person()
    await moves('100.00')
    await set(token, '101.00')
    await moves('102.00')
    const sweep = () => alertSweep(server.platform).run(() => false)
    const kept = async () =>
      (await server.platform.db.selectFrom('price_alerts').select('id').where('state', '<>', 'waiting').execute())
        .length
    server.clock.jump(ALERTS_KEPT_MS - 86_400_000)
    expect(await sweep()).toBe(0)
    expect(await kept()).toBeGreaterThan(0)
    server.clock.jump(86_400_000)
    expect(await sweep()).toBeGreaterThan(0)
    expect(await kept()).toBe(0)
  })
})
