import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { type ForexPosition, stopOutOf, stopOutPrice } from '../../../src/rules/forex/forex.ts'
import { findForexPair, lotTermsEver, STOP_OUT_BPS, stopOuts } from '../../../src/rules/forex/pairs.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { describeServer } from '../harness.ts'
import { changing } from '../kit/changing.ts'
import { hold, price } from '../microtrade/support.ts'
import { byId, closedAt, figuresOf, opened, ordered, priceText, trader, usdt } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const euro = findForexPair('EURUSD') ?? expect.fail('no EURUSD')
const cross = findForexPair('EURGBP') ?? expect.fail('no EURGBP')

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

  const levelOf = (position: ForexPosition) => priceText(stopOutPrice(position) ?? 0n)
  /** A position's figures after a day's rollover. */
  const nextDay = (position: ReturnType<typeof figuresOf>) => ({
    ...position,
    margin: position.initial + position.night,
  })

  const stopsOut = async (id: string, position: ForexPosition, says = 'verified') => {
    const level = levelOf(position)
    const before = priceText((stopOutPrice(position) ?? 0n) + 1n)
    const [last, first] = [closedAt(position, before).payout, closedAt(position, level).payout]
    expect([last > stopOutOf(position), first <= stopOutOf(position)]).toEqual([true, true])
    await hold(server, before, 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
    await hold(server, level, 3, 'EURUSD')
    expect(await now(id)).toMatchObject({ cause: 'stopOut', returned: usdt(first) })
    expect(await verdict(id)).toBe(says)
  }

  it.each([
    ['lot', { lot: 200_000 }],
    ['pip', { pip: '0.01' }],
    ['spread', { spread: '0.00200' }],
    ['leverage', { leverage: 2 }],
    ['most lots', { maxLots: '0.01' }],
  ])('are those that it was ordered by, whatever its %s become', async (_, terms) => {
    const figures = figuresOf()
    const { id } = await opened(server, token)
    change({ ...terms, former: lotTermsEver(structuredClone(euro)) })
    await stopsOut(id, figures)
  })

  it('have the swap points of when it was ordered', async () => {
    const figures = figuresOf()
    const after = nextDay(figures)
    const { id } = await opened(server, token)
    change({ swap: { long: '-0.00500', short: '-0.00500' }, former: lotTermsEver(structuredClone(euro)) })
    await overNight()
    expect(await now(id)).toMatchObject({
      ...{ margin: usdt(after.margin), nights: 1, swap: usdt(figures.night), stopOut: levelOf(after) },
    })
    await stopsOut(id, after)
  })

  it('have the rate of what turned its quote currency into dollars, whatever that becomes', async () => {
    await price(server, '1.25000', 'GBPUSD')
    const figures = figuresOf({ symbol: 'EURGBP', rate: '1.25000' }, '0.86000')
    const { id } = await opened(server, token, { symbol: 'EURGBP', takeProfit: '0.87000' }, '0.86000')
    changeCross({ via: 'AUDUSD', former: lotTermsEver(structuredClone(cross)) })
    await hold(server, '0.87100', 3, 'EURGBP')
    const profit = usdt(closedAt(figures, '0.87100').profit)
    expect(await now(id)).toMatchObject({ via: 'GBPUSD', rate: '1.25000', cause: 'takeProfit', profit })
    // A later tick proves that no newer rate was there.
    await price(server, '1.26000', 'GBPUSD')
    expect(await verdict(id)).toBe('verified')
  })

  it('have the stop-out of when it was ordered', async () => {
    const { db } = server.platform
    const neverOffered = Math.max(...stopOuts) + 1_000
    const figures = { ...figuresOf(), stopOutBps: BigInt(neverOffered) }
    await price(server, '1.08000', 'EURUSD')
    const { id } = await ordered(server, token)
    expect(await now(id)).toMatchObject({ stopOutBps: STOP_OUT_BPS })
    await db.updateTable('forex_positions').set({ stop_out_bps: figures.stopOutBps }).where('id', '=', id).execute()
    await hold(server, '1.08000', 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ stopOutBps: neverOffered, stopOut: levelOf(figures) })
    await overNight()
    expect(await now(id)).toMatchObject({ stopOut: levelOf(nextDay(figures)) })
    // The receipt shows it: these terms were never offered.
    await stopsOut(id, nextDay(figures), 'wrongOpening')
    expect(await verdict(id, ({ order }) => Object.assign(order, { stopOutBps: STOP_OUT_BPS }))).toBe('wrongClosing')
  })
})
