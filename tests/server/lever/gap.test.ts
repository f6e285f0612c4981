import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { createRetention, TICKS_KEPT_MS } from '../../../server/market/retention.ts'
import { equity } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import { GAP_MS } from '../../../src/rules/market/gaps.ts'
import { gainAt } from '../../../src/rules/money/equity.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold } from '../microtrade/support.ts'
import { ask, byId, cents, closedAt, opened, position, usdt } from './support.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const OUTAGE_MS = 12 * 3_600_000

/*
 * A contract of 0.1 BTC from 40,000 at 50 times: it is worth 4,000 USDT, its margin is 80, and each fee about 2. Nothing is left of it after
 * a move of 800.
 */
describeServer('a contract over a gap in the record', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
  })

  const leg = (direction: string, change: Record<string, unknown> = {}) =>
    opened(server, token, { direction, leverage: 50, ...change })
  const now = (id: string) => byId(server, token, id)
  const asked = async (call: Parameters<typeof ask>[2], input: Record<string, unknown>) =>
    expect(await ask(server, token, call, input)).toMatchObject({ type: 'ok' })
  /** The server is stopped for half a day, and the price has changed when it is back. */
  const stop = async (value: string) => {
    await server.restart(OUTAGE_MS)
    await hold(server, value, 3)
  }
  const verdict = async (id: string, change: (receipt: api.LeverReceipt) => void = () => {}) => {
    const receipt = structuredClone(await server.ok(api.receipt, { id }, token))
    change(receipt)
    return checkLeverReceipt(receipt, null, sha256)
  }
  const expectSound = async () => expect(await server.ledger()).toEqual([])

  it('gains at most its possible loss, so that long and short together gain nothing', async () => {
    const invariants = createInvariants()
    const [long, short] = [await leg('long'), await leg('short')]
    await stop('42000.00')
    expect(await now(short.id)).toMatchObject({ state: 'liquidated', returned: '0.000000' })
    // Of its gain of 200, 80 count.
    expect(await now(long.id)).toMatchObject({
      ...{ state: 'open.standing', limited: '120.000000' },
      gaps: [{ quantity: '0.10000', margin: '80.000000', limited: '120.000000', after: { price: '42000.00' } }],
    })
    expect(await verdict(long.id)).toBe('verified')
    const { positions } = await server.ok(equity, {}, token)
    const { fee } = closedAt(position({ leverage: 50 }), '42000.00')
    expect(positions.map((position) => gainAt(position, '42000.00'))).toEqual([80_000_000n - fee])
    await asked(api.close, { id: long.id })
    await hold(server, '42000.00', 3)
    const closed = await now(long.id)
    expect(closed).toMatchObject({ state: 'won', profit: '80.000000', returned: usdt(160_000_000n - fee) })
    expect(Number(closed.returned) - Number(closed.paid) - Number(short.paid)).toBeLessThan(0)
    expect(await verdict(long.id)).toBe('verified')
    expect(await verdict(short.id)).toBe('verified')
    expect(await invariants.check(server.platform.db)).toEqual([])
    await expectSound()
  })

  it('is liquidated when the counted profit is lost, and no sooner', async () => {
    const { id } = await leg('long')
    await stop('42000.00')
    // 80 of margin and 80 of gain count: 1,600 below 42,000, and ten times the maintenance margin above that.
    const level = 4_040_000n + position({ leverage: 50 }).maintenance / 1_000n
    expect(await now(id)).toMatchObject({ liquidationPrice: cents(level) })
    await hold(server, cents(level + 1n), 2)
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
    await hold(server, cents(level), 2)
    expect(await now(id)).toMatchObject({ state: 'liquidated' })
    expect(await verdict(id)).toBe('verified')
    await expectSound()
  })

  it('counts gains before and after the gap in full', async () => {
    const { id } = await leg('long')
    await hold(server, '40500.00', 2)
    await stop('42500.00')
    expect(await now(id)).toMatchObject({ limited: '70.000000' })
    await asked(api.close, { id })
    await hold(server, '43500.00', 3)
    expect(await now(id)).toMatchObject({ profit: '280.000000' })
    expect(await verdict(id)).toBe('verified')
  })

  it('takes profit at the first tick after it, limited', async () => {
    const { id } = await leg('short', { takeProfit: '39500' })
    await stop('37000.00')
    expect(await now(id)).toMatchObject({ state: 'won', cause: 'takeProfit', profit: '80.000000' })
    expect(await verdict(id)).toBe('verified')
    await expectSound()
  })

  it('shares the deduction between partial closes', async () => {
    const { id } = await leg('long')
    await asked(api.close, { id, quantity: '0.025' })
    await stop('42000.00')
    expect(await now(id)).toMatchObject({
      limited: '90.000000',
      fills: [{ limited: '30.000000', profit: '20.000000' }],
    })
    await asked(api.close, { id })
    await hold(server, '42000.00', 3)
    expect(await now(id)).toMatchObject({ profit: '80.000000' })
    expect(await verdict(id)).toBe('verified')
    await expectSound()
  })

  it('does not count margin added since the gap began', async () => {
    const [before, since] = [await leg('long'), await leg('long')]
    await asked(api.addMargin, { id: before.id, amount: '40' })
    await hold(server, '40000.00', 2)
    // The feed is interrupted, while the server runs.
    await server.clock.advance(1.5 * GAP_MS)
    await asked(api.addMargin, { id: since.id, amount: '40' })
    await server.clock.advance(1.5 * GAP_MS)
    await hold(server, '42000.00', 3)
    expect(await now(before.id)).toMatchObject({ margin: '120.000000', limited: '80.000000' })
    expect(await now(since.id)).toMatchObject({ margin: '120.000000', limited: '120.000000' })
    expect(await verdict(since.id)).toBe('verified')
  })

  it('counts gains in full over a silence that is no gap, and under older terms', async () => {
    const [usual, old] = [await leg('long'), await leg('long')]
    await server.clock.advance(GAP_MS - 2_000)
    await hold(server, '42000.00', 3)
    expect(await now(usual.id)).toMatchObject({ limited: '0.000000', gaps: [] })
    const { platform } = server
    await platform.db.updateTable('levers').set({ gaps: null }).where('id', '=', old.id).execute()
    await platform.db.deleteFrom('triggers').where('order_id', '=', old.id).where('name', '=', 'gap').execute()
    await stop('50000.00')
    await asked(api.close, { id: old.id })
    await hold(server, '50000.00', 3)
    expect(await now(old.id)).toMatchObject({ profit: '1000.000000', gaps: null })
    expect(await verdict(old.id)).toBe('verified')
  })

  it('proves the gap and its deduction in its receipt', async () => {
    const { id } = await leg('long')
    await stop('42000.00')
    const { db, modules } = server.platform
    await createRetention(db, modules).ticks(server.clock.now() + TICKS_KEPT_MS)
    await asked(api.close, { id })
    await hold(server, '42000.00', 3)
    expect(await verdict(id)).toBe('verified')
    const wrong = (change: (gap: NonNullable<api.LeverOrder['gaps']>[number], receipt: api.LeverReceipt) => void) =>
      verdict(id, (receipt) => {
        const gap = receipt.order.gaps?.[0]
        if (!gap) throw new Error('no gap')
        change(gap, receipt)
      })
    expect(await wrong((gap) => Object.assign(gap, { limited: '130.000000' }))).toBe('wrongPayout')
    expect(await wrong((gap) => Object.assign(gap, { margin: '70.000000', limited: '130.000000' }))).toBe('wrongPayout')
    expect(await wrong((gap) => Object.assign(gap, { before: { ...gap.before, price: '39999.00' } }))).toBe(
      'brokenChain',
    )
    // Two ticks that are a second apart are no gap.
    const [opening] = (await server.ok(api.receipt, { id }, token)).proofs
    if (!opening?.after) throw new Error('no neighbours')
    const [before, after] = [opening.ticks[0], opening.after]
    const near = await wrong((gap, receipt) => {
      Object.assign(gap, { before, after })
      receipt.gapProofs = [
        { ...opening, ticks: [before ?? opening.after, after].flatMap((tick) => tick ?? []), after: null },
      ]
    })
    expect(near).toBe('wrongPayout')
  })
})
