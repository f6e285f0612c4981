import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSha256 } from '../../../src/machines/actors/sha256.ts'
import { checkReceipt, type ReceiptFacts } from '../../../src/machines/receipts/receipt.ts'
import { GENESIS, type RecordedTick, tickPreimage } from '../../../src/rules/market/chain.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { periods } from '../../../src/rules/microtrade/microtrade.ts'
import { newFolder } from '../../runner/own-folder.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Chains ticks, each to the one before it. */
function chained(ticks: readonly Omit<RecordedTick, 'hash'>[]): RecordedTick[] {
  let previous = GENESIS
  return ticks.map((tick) => {
    previous = sha256(tickPreimage(previous, tick))
    return { ...tick, hash: previous }
  })
}

const OPENED = 1_000_950
const rising = [...Array.from({ length: 30 }, () => '43182.50'), '43190.00']

/** A stretch of the record: one tick a second from `OPENED` on, its numbers with the gaps that quotes between them leave. */
const record = (prices: readonly string[]) =>
  prices.map((price, index) => ({ symbol: 'BTCUSDT', seq: 100 + index * 7, time: OPENED + index * 1_000, price }))

/** The payout of an option of 30 s, and the amount returned for 100 USDT if it is won. */
const payoutBps = periods[0]?.payoutBps ?? 0
const PAID = (100 + payoutBps / 100).toFixed(6)

/** The receipt of a rise over 30 s that staked 100 USDT, with the tick of a second before and after it. */
function receipt(
  prices = rising,
  change: Partial<ReceiptFacts['order']> = {},
  { before: opening = OPENED - 1_000, after: closing = OPENED + prices.length * 1_000 } = {},
): ReceiptFacts {
  const [before = null, ...ticks] = chained([
    { symbol: 'BTCUSDT', seq: 90, time: opening, price: '43182.00' },
    ...record(prices),
    { symbol: 'BTCUSDT', seq: 1_000, time: closing, price: '43200.00' },
  ])
  const after = ticks.pop() ?? null
  const [openTick = null, closeTick = null] = [ticks[0], ticks.at(-1)]
  return {
    previousHash: GENESIS,
    before,
    ticks,
    after,
    order: {
      symbol: 'BTCUSDT',
      direction: 'rise',
      currency: 'USDT',
      amount: '100.000000',
      seconds: 30,
      payoutBps,
      state: 'won',
      list: 1,
      status: change.state === 'lost' ? 2 : 1,
      acceptedAt: OPENED - 450,
      openTime: openTick?.time ?? null,
      closeTime: openTick && openTick.time + 30_000,
      settledAt: OPENED + 31_000,
      buyPrice: openTick?.price ?? null,
      finalPrice: closeTick?.price ?? null,
      openTick,
      closeTick,
      payout: PAID,
      ...change,
    },
  }
}

/** The checks made from the receipt alone, with the verdict. */
const checked: { facts: ReceiptFacts; verdict: string }[] = []

function check(facts: ReceiptFacts, seenOpening: string | null = null) {
  const verdict = checkReceipt(facts, seenOpening, sha256)
  if (seenOpening === null) checked.push({ facts, verdict })
  return verdict
}

const hasPython = spawnSync('python3', ['--version']).status === 0

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
    const prices = record(rising)
    const [first, second, ...others] = prices
    if (!first || !second) throw new Error('the record is empty')
    const facts = receipt()
    const alone = (ticks: Omit<RecordedTick, 'hash'>[]) => ({
      ...facts,
      before: null,
      ticks: chained(ticks),
      after: null,
    })
    expect(check(alone([first, { ...second, seq: first.seq }, ...others]))).toBe('brokenChain')
    expect(check(alone([first, { ...second, time: first.time }, ...others]))).toBe('brokenChain')
    expect(check(receipt(rising, {}, { before: OPENED }))).toBe('brokenChain')
    expect(check(receipt(rising, {}, { after: OPENED + 30_000 }))).toBe('brokenChain')
  })

  it('sees neighbours that were changed after the fact', () => {
    const facts = receipt()
    const { before, after } = facts
    expect(check({ ...facts, before: before && { ...before, time: before.time - 1 } })).toBe('brokenChain')
    expect(check({ ...facts, after: after && { ...after, price: '1.00' } })).toBe('brokenChain')
  })

  it('sees an option that opened before it was accepted', () => {
    expect(check(receipt(rising, { acceptedAt: OPENED }))).toBe('verified')
    expect(check(receipt(rising, { acceptedAt: OPENED + 1 }))).toBe('wrongOpening')
  })

  it('sees an earlier tick after acceptance that should have opened the option', () => {
    expect(check(receipt(rising, {}, { before: OPENED - 451 }))).toBe('verified')
    expect(check(receipt(rising, {}, { before: OPENED - 450 }))).toBe('wrongOpening')
  })

  it('sees a tick before the opening one that is kept back', () => {
    const facts = receipt()
    const previousHash = facts.before?.hash ?? ''
    expect(check({ ...facts, before: null, previousHash })).toBe('wrongOpening')
    const first = chained([...record(rising), { symbol: 'BTCUSDT', seq: 1_000, time: OPENED + 31_000, price: '1.00' }])
    const [openTick = null, closeTick = null, after = null] = [first[0], first.at(-2), first.at(-1)]
    const begins = { ...facts, before: null, ticks: first.slice(0, -1), after }
    expect(check({ ...begins, order: { ...facts.order, openTick, closeTick } })).toBe('verified')
  })

  it('sees a later tick before the due time that should have settled the option', () => {
    const early = rising.slice(1)
    expect(check(receipt(early, {}, { after: OPENED + 30_001 }))).toBe('verified')
    expect(check(receipt(early, {}, { after: OPENED + 30_000 }))).toBe('wrongClosing')
  })

  it('says that it is early to tell as long as no tick is recorded after the closing one', () => {
    const facts = receipt()
    expect(check({ ...facts, after: null })).toBe('early')
    expect(check({ ...facts, after: null, order: { ...facts.order, payout: '1.000000' } })).toBe('wrongPayout')
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
    const long = { before: OPENED - 60_000, after: OPENED + 60_000 }
    expect(check(receipt(rising, { acceptedAt: OPENED - STALE_AFTER_MS }, long))).toBe('verified')
    expect(check(receipt(rising, { acceptedAt: OPENED - STALE_AFTER_MS - 1 }, long))).toBe('wrongOpening')
    const seconds = Math.floor(STALE_AFTER_MS / 1_000)
    expect(check(receipt(rising.slice(seconds), {}, long))).toBe('verified')
    expect(check(receipt(rising.slice(seconds + 1), {}, long))).toBe('wrongClosing')
  })

  it.each([
    ['no opening tick', { openTick: null }, 'incomplete'],
    ['another opening price', { buyPrice: '43182.00' }, 'wrongOpening'],
    ['another closing price', { finalPrice: '43182.00' }, 'wrongClosing'],
    ['another symbol', { symbol: 'ETHUSDT' }, 'brokenChain'],
    ['an end that no option has', { state: 'unexpected' }, 'wrongOutcome'],
    ['no payout', { payout: null }, 'wrongPayout'],
    ['a payout in no currency', { currency: 'XYZ' }, 'wrongPayout'],
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

describe('receipt: docs/protocol.md', () => {
  const ROOT = join(import.meta.dirname, '../../..')

  it('gives an example of a hash that is right', () => {
    const [, preimage = '', hash] =
      /\n {4}(0{64}\|.*)\n\nwhich is `(\w+)`/.exec(readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8')) ?? []
    const [previous = '', symbol = '', seq, time, price = ''] = preimage.split('|')
    expect(tickPreimage(previous, { symbol, seq: Number(seq), time: Number(time), price })).toBe(preimage)
    expect(sha256(preimage)).toBe(hash)
  })

  it.runIf(hasPython)('is enough to verify by: verify.py says the same of every receipt above', () => {
    const folder = newFolder()
    const paths = checked.map(({ facts }, index) => {
      const path = join(folder, `${index}.json`)
      const stated = { ...facts, order: { ...facts.order, id: `order-${index}`, version: 3 } }
      const answer = index % 2 === 0 ? stated : { type: 'ok', code: 1, message: stated }
      writeFileSync(path, JSON.stringify(answer))
      return path
    })
    const { stdout, stderr, status } = spawnSync('python3', ['docs/verify.py', ...paths], { cwd: ROOT })
    expect(String(stderr)).toBe('')
    expect(
      String(stdout)
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith(' ')),
    ).toEqual(checked.map(({ verdict }, index) => `${paths[index]}: ${verdict}`))
    expect(status).toBe(1)
    expect(checked.length).toBeGreaterThan(20)
    expect(spawnSync('python3', ['docs/verify.py', paths[0] ?? ''], { cwd: ROOT }).status).toBe(0)
  })
})
