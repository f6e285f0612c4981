import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { findForexPair, lotTermsEver } from '../../../src/rules/forex/pairs.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { describeServer } from '../harness.ts'
import { changing } from '../kit/changing.ts'
import { hold, price } from '../microtrade/support.ts'
import { byId, opened, ordered, trader } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const euro = findForexPair('EURUSD') ?? expect.fail('no EURUSD')
const cross = findForexPair('EURGBP') ?? expect.fail('no EURGBP')

/** A tenth of a lot of EUR/USD, bought at 1.08005 for a margin of 540.025. */
describeServer('forex: the terms of an open position', (server) => {
  let token: string
  beforeEach(async () => {
    ;({ token } = await trader(server))
  })
  const change = changing(euro)
  const changeCross = changing(cross)
  const now = (id: string) => byId(server, token, id)
  const verdict = async (id: string, change: (receipt: api.ForexReceipt) => void = () => {}) => {
    const receipt = structuredClone(await server.ok(api.receipt, { id }, token))
    change(receipt)
    return checkForexReceipt(receipt, null, sha256)
  }
  const overNight = async () => {
    server.clock.jump(nextRollover(server.clock.now()).at - server.clock.now())
    await server.clock.advance(2_000)
  }

  const stopsOut = async (id: string, last: string, at: string, returned: string, says = 'verified') => {
    await hold(server, last, 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
    await hold(server, at, 3, 'EURUSD')
    expect(await now(id)).toMatchObject({ cause: 'stopOut', returned })
    expect(await verdict(id)).toBe(says)
  }

  it.each([
    ['lot', { lot: 200_000 }],
    ['pip', { pip: '0.01' }],
    ['spread', { spread: '0.00200' }],
    ['leverage', { leverage: 2 }],
    ['most lots', { maxLots: '0.01' }],
  ])('are those that it was ordered by, whatever its %s become', async (_, terms) => {
    const { id } = await opened(server, token)
    change({ ...terms, former: lotTermsEver(structuredClone(euro)) })
    await stopsOut(id, '1.03690', '1.03689', '107.925000')
  })

  it('have the swap points of when it was ordered', async () => {
    const { id } = await opened(server, token)
    change({ swap: { long: '-0.00500', short: '-0.00500' } })
    await overNight()
    expect(await now(id)).toMatchObject({ margin: '539.325000', nights: 1, swap: '-0.700000', stopOut: '1.03696' })
    await stopsOut(id, '1.03697', '1.03696', '107.925000')
  })

  it('have the rate of what turned its quote currency into dollars, whatever that becomes', async () => {
    await price(server, '1.25000', 'GBPUSD')
    const { id } = await opened(server, token, { symbol: 'EURGBP', takeProfit: '0.87000' }, '0.86000')
    changeCross({ via: 'AUDUSD', former: lotTermsEver(structuredClone(cross)) })
    await hold(server, '0.87100', 3, 'EURGBP')
    // 1,000 units of 0.01 pound for each of 10,000 euros, less the spread of 0.00014, at 1.25 dollars.
    expect(await now(id)).toMatchObject({ via: 'GBPUSD', rate: '1.25000', cause: 'takeProfit', profit: '135.750000' })
    // A later tick proves that no newer rate was there.
    await price(server, '1.26000', 'GBPUSD')
    expect(await verdict(id)).toBe('verified')
  })

  it('have the stop-out of when it was ordered', async () => {
    const { db } = server.platform
    await price(server, '1.08000', 'EURUSD')
    const { id } = await ordered(server, token)
    expect(await now(id)).toMatchObject({ stopOutBps: 2_000 })
    await db.updateTable('forex_positions').set({ stop_out_bps: 6_000n }).where('id', '=', id).execute()
    await hold(server, '1.08000', 2, 'EURUSD')
    // Two fifths of its margin are gone 0.02161 below the price that it was bought at; half of the spread is on top of that.
    expect(await now(id)).toMatchObject({ stopOutBps: 6_000, stopOut: '1.05849' })
    await overNight()
    expect(await now(id)).toMatchObject({ stopOut: '1.05856' })
    // The receipt shows it: these terms were never offered.
    await stopsOut(id, '1.05857', '1.05856', '323.925000', 'wrongOpening')
    expect(await verdict(id, ({ order }) => Object.assign(order, { stopOutBps: 2_000 }))).toBe('wrongClosing')
  })
})
