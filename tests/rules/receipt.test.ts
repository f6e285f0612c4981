import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { loadSha256 } from '../../src/machines/actors/check-receipt.ts'
import { GENESIS, type RecordedTick, tickPreimage } from '../../src/rules/chain.ts'
import { checkReceipt, type ReceiptFacts } from '../../src/rules/receipt.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A stretch of the record: one tick a second, its numbers with the gaps that quotes between them leave. */
function record(prices: readonly string[]): RecordedTick[] {
  let previous = GENESIS
  return prices.map((price, index) => {
    const tick = { symbol: 'BTCUSDT', seq: 100 + index * 7, time: 1_000_950 + index * 1_000, price }
    previous = sha256(tickPreimage(previous, tick))
    return { ...tick, hash: previous }
  })
}

const rising = [...Array.from({ length: 30 }, () => '43182.50'), '43190.00']

/** The receipt of a rise over 30 s that staked 100 USDT at 85%. */
function receipt(prices = rising, change: Partial<ReceiptFacts['order']> = {}): ReceiptFacts {
  const ticks = record(prices)
  const [openTick = null, closeTick = null] = [ticks[0], ticks.at(-1)]
  return {
    previousHash: GENESIS,
    ticks,
    order: {
      symbol: 'BTCUSDT',
      direction: 'rise',
      currency: 'USDT',
      amount: '100.000000',
      seconds: 30,
      payoutBps: 8_500,
      state: 'won',
      acceptedAt: 1_000_500,
      buyPrice: openTick?.price ?? null,
      finalPrice: closeTick?.price ?? null,
      openTick,
      closeTick,
      payout: '185.000000',
      ...change,
    },
  }
}

const check = (facts: ReceiptFacts, seenOpening: string | null = null) => checkReceipt(facts, seenOpening, sha256)

describe('checkReceipt', () => {
  it('verifies a receipt whose record, times, prices and payout all agree', () => {
    expect(check(receipt())).toBe('verified')
  })

  it('verifies a draw, whose stake came back', () => {
    const prices = rising.with(-1, '43182.50')
    expect(check(receipt(prices, { state: 'drawn', payout: '100.000000' }))).toBe('verified')
  })

  it('has nothing to check before the option settled', () => {
    expect(check(receipt(rising, { closeTick: null, payout: null }))).toBe('incomplete')
  })

  it('sees a price that was changed after the fact', () => {
    const facts = receipt()
    const ticks = facts.ticks.map((tick, index) => (index === 10 ? { ...tick, price: '1.00' } : tick))
    expect(check({ ...facts, ticks })).toBe('brokenChain')
  })

  it('sees a tick that was left out', () => {
    const facts = receipt()
    expect(check({ ...facts, ticks: facts.ticks.toSpliced(10, 1) })).toBe('brokenChain')
  })

  it('sees a record in which time or the numbers run backwards', () => {
    const facts = receipt()
    const [first, second, ...others] = facts.ticks
    if (!first || !second) throw new Error('the record is empty')
    const chained = (ticks: Omit<RecordedTick, 'hash'>[]) => {
      let previous = GENESIS
      return ticks.map((tick) => {
        previous = sha256(tickPreimage(previous, tick))
        return { ...tick, hash: previous }
      })
    }
    expect(check({ ...facts, ticks: chained([first, { ...second, seq: first.seq }, ...others]) })).toBe('brokenChain')
    expect(check({ ...facts, ticks: chained([first, { ...second, time: first.time }, ...others]) })).toBe('brokenChain')
  })

  it('sees an option that opened before it was accepted', () => {
    expect(check(receipt(rising, { acceptedAt: 1_000_951 }))).toBe('wrongOpening')
  })

  it('sees an opening tick that is another than this device saw', () => {
    const facts = receipt()
    expect(check(facts, facts.order.openTick?.hash ?? '')).toBe('verified')
    expect(check(facts, 'ab'.repeat(32))).toBe('unlikeSeen')
  })

  it('sees a closing tick from after the due second', () => {
    expect(check(receipt([...rising, '43190.00']))).toBe('wrongClosing')
  })

  it('sees an outcome that the prices do not give', () => {
    expect(check(receipt(rising, { state: 'lost', payout: '0.000000' }))).toBe('wrongOutcome')
  })

  it('sees a payout that the terms do not give', () => {
    expect(check(receipt(rising, { payout: '184.000000' }))).toBe('wrongPayout')
  })

  it.each([
    ['a lost rise', { state: 'lost', payout: '0.000000' }],
    ['a won fall', { direction: 'fall' }],
  ] as const)('verifies %s', (_, change) => {
    expect(check(receipt(rising.with(-1, '43182.49'), change))).toBe('verified')
  })

  it('sees ticks that were too old to open or to settle an option by', () => {
    const opened = 1_000_950
    expect(check(receipt(rising, { acceptedAt: opened - 5_000 }))).toBe('verified')
    expect(check(receipt(rising, { acceptedAt: opened - 5_001 }))).toBe('wrongOpening')
    expect(check(receipt(rising.slice(5)))).toBe('verified')
    expect(check(receipt(rising.slice(6)))).toBe('wrongClosing')
  })

  it.each([
    ['no opening tick', { openTick: null }, 'incomplete'],
    ['another opening price', { buyPrice: '43182.00' }, 'wrongOpening'],
    ['another closing price', { finalPrice: '43182.00' }, 'wrongClosing'],
    ['another symbol', { symbol: 'ETHUSDT' }, 'brokenChain'],
    ['an end that no option has', { state: 'unexpected' }, 'wrongOutcome'],
    ['no payout', { payout: null }, 'wrongPayout'],
    ['a payout in no currency', { currency: 'DOGE' }, 'wrongPayout'],
  ] as const)('sees an order with %s', (_, change, problem) => {
    expect(check(receipt(rising, change))).toBe(problem)
  })

  it('sees a stretch that begins elsewhere in the chain, and has nothing to check without its beginning', () => {
    expect(check({ ...receipt(), previousHash: sha256('elsewhere') })).toBe('brokenChain')
    expect(check({ ...receipt(), previousHash: null })).toBe('incomplete')
    expect(check({ ...receipt(), ticks: [] })).toBe('incomplete')
  })

  it('sees ticks of the order that the record does not begin or end with', () => {
    const facts = receipt()
    const [opening = null] = facts.ticks
    expect(check(receipt(rising, { openTick: opening && { ...opening, price: '1.00' } }))).toBe('wrongOpening')
    expect(check(receipt(rising, { closeTick: opening }))).toBe('wrongClosing')
  })

  it('verifies with the SHA-256 that the app loads', async () => {
    const loaded = await loadSha256()
    expect(loaded('数字 ✓')).toBe(sha256('数字 ✓'))
    expect(checkReceipt(receipt(), null, loaded)).toBe('verified')
  })
})
