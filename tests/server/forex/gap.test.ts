import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { createRetention, TICKS_KEPT_MS } from '../../../server/market/retention.ts'
import * as api from '../../../src/api/trade/forex.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { STOP_OUT_BPS } from '../../../src/rules/forex/pairs.ts'
import { GAP_MS } from '../../../src/rules/market/gaps.ts'
import { nextClose, nextOpen } from '../../../src/rules/market/hours.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { damagedBy } from '../ledger/damage.ts'
import { hold } from '../microtrade/support.ts'
import { byId, closes, opened, priceText, trader } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const HOUR_MS = 3_600_000

/*
 * A tenth of a lot of EUR/USD from 1.08: a long is bought at 1.08005, its margin is 540.025, and at 1.08 it has lost one dollar of that. What could be lost of it is
 * 539.025, of a short 538.975.
 */
describeServer.onSqlite('forex: a position over a gap in the record', (server) => {
  let token: string
  beforeEach(async () => {
    ;({ token } = await trader(server))
  })
  const leg = (direction: string, change: Record<string, unknown> = {}) =>
    opened(server, token, { direction, ...change })
  const now = (id: string) => byId(server, token, id)
  /** The server is stopped for some hours, and the price is another one when it is back. */
  const stop = async (value: string, symbol = 'EURUSD') => {
    await server.restart(2 * HOUR_MS)
    await hold(server, value, 3, symbol)
  }
  const verdict = async (id: string, change: (receipt: api.ForexReceipt) => void = () => {}) => {
    const receipt = structuredClone(await server.ok(api.receipt, { id }, token))
    change(receipt)
    return checkForexReceipt(receipt, null, sha256)
  }
  const expectSound = async () =>
    expect([...(await server.ledger()), ...(await createInvariants().check(server.platform.db))]).toEqual([])

  it('gains at most its possible loss, so that long and short together gain nothing', async () => {
    const [long, short] = [await leg('long'), await leg('short')]
    await stop('1.18000')
    expect(await now(short.id)).toMatchObject({ state: 'lost', cause: 'stopOut', returned: '0.000000' })
    // Of the 1,000 that it gained, 539.025 count.
    expect(await now(long.id)).toMatchObject({
      ...{ state: 'open.standing', limited: '460.975000' },
      gaps: [{ margin: '540.025000', limited: '460.975000', after: { price: '1.18000' } }],
    })
    expect(await verdict(long.id)).toBe('verified')
    await closes(server, token, long.id)
    await hold(server, '1.18000', 3, 'EURUSD')
    const closed = await now(long.id)
    expect(closed).toMatchObject({ state: 'won', profit: '538.025000', returned: '1078.050000' })
    expect(Number(closed.returned) - Number(closed.initial) - Number(short.initial)).toBeLessThan(0)
    expect(await verdict(long.id)).toBe('verified')
    expect(await verdict(short.id)).toBe('verified')
    await expectSound()
  })

  it('is stopped out when the counted profit is lost, and no sooner', async () => {
    const { id } = await leg('long')
    await stop('1.18000')
    // Margin and gain are 1,078.05, and the last digit of the price is a tenth of a dollar: at a minimum of 108.005, 970.045 below 1.18.
    const minimum = (540_025_000n * BigInt(STOP_OUT_BPS)) / 10_000n
    const stopOut = 118_000n - (1_078_050_000n - minimum + 99_999n) / 100_000n
    expect(await now(id)).toMatchObject({ stopOut: priceText(stopOut) })
    await hold(server, priceText(stopOut + 1n), 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
    await hold(server, priceText(stopOut), 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ state: 'lost', cause: 'stopOut' })
    expect(await verdict(id)).toBe('verified')
    await expectSound()
  })

  it('takes profit at the first tick after it, and closes if requested in it, limited', async () => {
    const [taken, asked] = [await leg('short', { takeProfit: '1.05000' }), await leg('short')]
    await closes(server, token, asked.id)
    await stop('0.98000')
    expect(await now(taken.id)).toMatchObject({ cause: 'takeProfit', limited: '461.025000', profit: '537.975000' })
    expect(await now(asked.id)).toMatchObject({ cause: 'user', limited: '461.025000', profit: '537.975000' })
    expect(await verdict(taken.id)).toBe('verified')
    expect(await verdict(asked.id)).toBe('verified')
    await expectSound()
  })

  it('is limited over a weekend too, by the margin after rollovers', async () => {
    const { id } = await leg('long')
    const friday = nextClose('forex', server.clock.now())
    server.clock.jump(friday - 10_000 - server.clock.now())
    await hold(server, '1.08000', 3, 'EURUSD')
    server.clock.jump(nextOpen('forex', friday) - server.clock.now())
    await hold(server, '1.18000', 3, 'EURUSD')
    const order = await now(id)
    expect(order.nights).toBeGreaterThan(0)
    const margin = 540.025 - 0.7 * order.nights
    expect(order).toMatchObject({ margin: margin.toFixed(6), limited: (1_000 - (margin - 1)).toFixed(6) })
    expect(await verdict(id)).toBe('verified')
    await expectSound()
  })

  it('is limited by each of several gaps, by its remaining margin there', async () => {
    const { id } = await leg('long')
    await stop('1.18000')
    // Its notional there is 1,078.05, the base of the next gain.
    await stop('1.30000')
    expect(await now(id)).toMatchObject({
      ...{ state: 'open.standing', limited: '582.925000' },
      gaps: [{ limited: '460.975000' }, { limited: '121.950000', before: { price: '1.18000' } }],
    })
    await closes(server, token, id)
    await hold(server, '1.30000', 3, 'EURUSD')
    expect(await now(id)).toMatchObject({ profit: '1616.075000' })
    expect(await verdict(id)).toBe('verified')
    await expectSound()
  })

  it('counts gains in full over a silence that is no gap, and under older terms', async () => {
    const [usual, old] = [await leg('long'), await leg('long')]
    await server.clock.advance(GAP_MS - 5_000)
    await hold(server, '1.18000', 3, 'EURUSD')
    expect(await now(usual.id)).toMatchObject({ limited: '0.000000', gaps: [] })
    const { db } = server.platform
    await db.updateTable('forex_positions').set({ gaps: null }).where('id', '=', old.id).execute()
    await db.deleteFrom('triggers').where('order_id', '=', old.id).where('name', '=', 'gap').execute()
    await stop('1.50000')
    await closes(server, token, old.id)
    await hold(server, '1.50000', 3, 'EURUSD')
    expect(await now(old.id)).toMatchObject({ profit: '4199.000000', gaps: null })
    expect(await verdict(old.id)).toBe('verified')
  })

  it('is found by the ledger check if it names no gap, or has a wrong deduction', async () => {
    const { id } = await leg('long')
    await stop('1.18000')
    const says = `forex ${id} is limited by no gap`
    expect(await damagedBy(server, [`update forex_positions set gaps = '[]' where id = '${id}'`])).toEqual([says])
    await closes(server, token, id)
    await hold(server, '1.18000', 3, 'EURUSD')
    expect(
      await damagedBy(server, [`update forex_positions set profit = profit + limited where id = '${id}'`]),
    ).toEqual([`forex ${id} did not come to its margin, its nights and its profit`])
  })

  it('proves the gap and its deduction in its receipt', async () => {
    const { id } = await leg('long')
    await stop('1.18000')
    const { db, modules } = server.platform
    await createRetention(db, modules).ticks(server.clock.now() + TICKS_KEPT_MS)
    const wrong = (change: (gap: NonNullable<api.ForexReceipt['order']['gaps']>[number]) => void) =>
      verdict(id, ({ order: { gaps } }) => {
        const gap = gaps?.[0]
        if (!gap) throw new Error('no gap')
        change(gap)
      })
    expect(await verdict(id)).toBe('verified')
    expect(await wrong((gap) => Object.assign(gap, { limited: '470.975000' }))).toBe('wrongPayout')
    expect(await wrong((gap) => Object.assign(gap, { margin: '530.025000', limited: '470.975000' }))).toBe(
      'wrongPayout',
    )
    expect(await wrong((gap) => Object.assign(gap, { before: { ...gap.before, price: '1.07999' } }))).toBe(
      'brokenChain',
    )
    expect(await verdict(id, ({ order }) => Object.assign(order, { limited: '0.000000' }))).toBe('wrongPayout')
    expect(await verdict(id, (receipt) => Object.assign(receipt, { gapProofs: [] }))).toBe('brokenChain')
  })
})
