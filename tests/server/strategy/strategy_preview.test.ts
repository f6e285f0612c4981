import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/strategy.ts'
import { GRIDS_MAX, STRATEGY_ORDER_MIN } from '../../../src/rules/strategy/strategy.ts'
import { describeServer } from '../harness.ts'
import { grid, price, recurring } from './support.ts'

describeServer.onSqlite('strategy/preview', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
  })
  const asked = ({ requestId: _, ...form }: Record<string, unknown>, change = {}) => ({ ...form, ...change })

  it('returns a grid’s holdings, profit and loss, and its backtest', async () => {
    // A minute to each price: the grid’s third step is bought and sold, and bought again.
    for (const value of ['40000.00', '39700.00', '41900.00', '39700.00']) {
      for (let second = 0; second < 6; second++) {
        await price(server, value)
        server.clock.jump(9_000)
      }
    }
    await price(server, '39700.00')
    const { errors, summary, past } = await server.ok(api.preview, asked(grid(), { interval: '1m' }), token)
    expect(errors).toEqual({})
    expect(summary).toMatchObject({ highest: '41847.07', quantity: '0.02550', buysNow: 2 })
    const [least, most] = [Number(summary?.profitLeast), Number(summary?.profitMost)]
    // A step of 5.14% less two fees of a thousandth, of some 248 USDT.
    expect(least).toBeGreaterThan(11)
    expect(most).toBeLessThan(13)
    expect(past).toMatchObject({ budget: '1000.000000', rounds: 1, sells: 1, buys: 3 })
    expect(past?.line.at(-1)?.slice(1)).toEqual([past?.value, past?.held])
    expect(Number(past?.realised)).toBeGreaterThanOrEqual(least)
    expect(await server.ok(api.list, {}, token)).toEqual([])
  })

  it('returns errors by field, without a backtest', async () => {
    await price(server, '40000.00')
    const of = (sent: Record<string, unknown>) => server.ok(api.preview, asked(sent), token)
    expect(await of(recurring({ amount: '1' }))).toMatchObject({
      ...{
        errors: { amount: { key: 'belowMinimum', params: { limit: STRATEGY_ORDER_MIN, currency: 'USDT' } } },
        past: null,
      },
    })
    expect(await of(grid({ lower: '39900', upper: '40100', grids: GRIDS_MAX }))).toMatchObject({
      errors: { grids: { key: 'gridTooFine' } },
      past: null,
    })
    expect(await of(recurring({ amount: '20000' }))).toMatchObject({
      errors: { amount: { key: 'insufficientBalance' } },
      summary: { highest: null },
    })
    expect(await server.call(api.preview, asked(recurring({ symbol: 'NOUSDT' })), token)).toMatchObject({
      key: 'pairNotFound',
    })
    expect(await server.call(api.preview, asked(recurring()))).toMatchObject({ type: 999 })
  })
})
