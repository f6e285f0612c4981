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
import { byId, closedAt, closes, figuresOf, opened, priceText, trader, usdt } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const HOUR_MS = 3_600_000

/** A tenth of a lot of EUR/USD opened at 1.08, either way. */
const long = figuresOf()
const short = figuresOf({ direction: 'short' })

/**
 * What a gap between two recorded prices deducts: the gain beyond what could be lost before it. `counted`: the profit before the gap, less
 * earlier deductions.
 */
function deducted(
  position: ReturnType<typeof figuresOf>,
  [from, to]: readonly [from: string, to: string],
  counted = closedAt(position, from).profit,
): bigint {
  const gain = closedAt(position, to).profit - closedAt(position, from).profit
  return gain - (position.margin + counted)
}
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
    const [gaining, losing] = [await leg('long'), await leg('short')]
    await stop('1.18000')
    expect(await now(losing.id)).toMatchObject({ state: 'lost', cause: 'stopOut', returned: '0.000000' })
    const limited = deducted(long, ['1.08000', '1.18000'])
    expect(await now(gaining.id)).toMatchObject({
      ...{ state: 'open.standing', limited: usdt(limited) },
      gaps: [{ margin: usdt(long.initial), limited: usdt(limited), after: { price: '1.18000' } }],
    })
    expect(await verdict(gaining.id)).toBe('verified')
    await closes(server, token, gaining.id)
    await hold(server, '1.18000', 3, 'EURUSD')
    const closed = await now(gaining.id)
    const profit = closedAt(long, '1.18000').profit - limited
    expect(closed).toMatchObject({ state: 'won', profit: usdt(profit), returned: usdt(long.initial + profit) })
    expect(Number(closed.returned) - Number(closed.initial) - Number(losing.initial)).toBeLessThan(0)
    expect(await verdict(gaining.id)).toBe('verified')
    expect(await verdict(losing.id)).toBe('verified')
    await expectSound()
  })

  it('is stopped out when the counted profit is lost, and no sooner', async () => {
    const { id } = await leg('long')
    await stop('1.18000')
    // The last digit of the price is a tenth of a dollar.
    const worth = long.initial + closedAt(long, '1.18000').profit - deducted(long, ['1.08000', '1.18000'])
    const minimum = (long.initial * BigInt(STOP_OUT_BPS)) / 10_000n
    const stopOut = 118_000n - (worth - minimum + 99_999n) / 100_000n
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
    const limited = deducted(short, ['1.08000', '0.98000'])
    const result = { limited: usdt(limited), profit: usdt(closedAt(short, '0.98000').profit - limited) }
    expect(await now(taken.id)).toMatchObject({ cause: 'takeProfit', ...result })
    expect(await now(asked.id)).toMatchObject({ cause: 'user', ...result })
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
    const margin = long.initial + long.night * BigInt(order.nights)
    const limited = deducted({ ...long, margin }, ['1.08000', '1.18000'])
    expect(order).toMatchObject({ margin: usdt(margin), limited: usdt(limited) })
    expect(await verdict(id)).toBe('verified')
    await expectSound()
  })

  it('is limited by each of several gaps, by its remaining margin there', async () => {
    const { id } = await leg('long')
    await stop('1.18000')
    await stop('1.30000')
    const first = deducted(long, ['1.08000', '1.18000'])
    const second = deducted(long, ['1.18000', '1.30000'], closedAt(long, '1.18000').profit - first)
    expect(await now(id)).toMatchObject({
      ...{ state: 'open.standing', limited: usdt(first + second) },
      gaps: [{ limited: usdt(first) }, { limited: usdt(second), before: { price: '1.18000' } }],
    })
    await closes(server, token, id)
    await hold(server, '1.30000', 3, 'EURUSD')
    expect(await now(id)).toMatchObject({ profit: usdt(closedAt(long, '1.30000').profit - first - second) })
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
    expect(await now(old.id)).toMatchObject({ profit: usdt(closedAt(long, '1.50000').profit), gaps: null })
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
    const more = usdt(deducted(long, ['1.08000', '1.18000']) + 10_000_000n)
    const less = usdt(long.initial - 10_000_000n)
    expect(await wrong((gap) => Object.assign(gap, { limited: more }))).toBe('wrongPayout')
    expect(await wrong((gap) => Object.assign(gap, { margin: less, limited: more }))).toBe('wrongPayout')
    expect(await wrong((gap) => Object.assign(gap, { before: { ...gap.before, price: '1.07999' } }))).toBe(
      'brokenChain',
    )
    expect(await verdict(id, ({ order }) => Object.assign(order, { limited: '0.000000' }))).toBe('wrongPayout')
    expect(await verdict(id, (receipt) => Object.assign(receipt, { gapProofs: [] }))).toBe('brokenChain')
  })
})
