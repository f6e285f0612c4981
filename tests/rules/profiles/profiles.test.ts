import { describe, expect, it, test } from 'vitest'
import { forexTermsOf } from '../../../src/rules/forex/forex.ts'
import { findForexPair, forexPairs, pairBy, STOP_OUT_BPS, stopOutBy } from '../../../src/rules/forex/pairs.ts'
import { fitLever } from '../../../src/rules/lever/change.ts'
import { type LeverForm, validateLever } from '../../../src/rules/lever/form.ts'
import { contractBy, contracts, frozenTiers, leverages } from '../../../src/rules/lever/terms.ts'
import { instrumentOf, instruments } from '../../../src/rules/market/instruments.ts'
import { cappedLeverage, closeOutRate, marketClassOf, profileOf } from '../../../src/rules/profiles/profile.ts'

const EU = 'eu-retail'
const { closeOutBps: CLOSE_OUT, leverageMax: CAPS } = profileOf(EU)
if (CLOSE_OUT === null || CAPS === null) throw new Error('no terms')
/** The highest leverage on offer up to a cap, and the lowest above it. */
const allowed = (cap: number) => leverages.findLast((each) => each <= cap) ?? expect.fail('no leverage')
const tooHigh = (cap: number) => leverages.find((each) => each > cap) ?? expect.fail('no leverage')
const BTC = contracts.find(({ symbol }) => symbol === 'BTCUSDT') ?? expect.fail('no contract')
const form = (change: Partial<LeverForm>): LeverForm => ({
  ...{ symbol: 'BTCUSDT', direction: 'long', type: 'market', price: '', quantity: '0.1', leverage: 2 },
  ...{ takeProfit: '', stopLoss: '', ...change },
})
const now = { available: '100000', price: '40000.00', exposure: '0' }

describe('profiles: their terms', () => {
  test('paper has none of its own', () => {
    expect(profileOf('paper')).toEqual({ leverageMax: null, closeOutBps: null, timedOptions: true, lossWarning: null })
  })

  test('eu-retail has those of Decisions (EU) 2018/795 and 2018/796', () => {
    expect(profileOf(EU)).toEqual({
      leverageMax: { majorPair: 30, minorPair: 20, gold: 20, commodity: 10, other: 5, crypto: 2 },
      ...{ closeOutBps: 5_000, timedOptions: false, lossWarning: { elsewhere: [74, 89] } },
    })
  })

  test('every market is in a class', () => {
    const classes = Map.groupBy(instruments, marketClassOf)
    const symbols = [...classes].map(([name, all]) => [name, all.map(({ symbol }) => symbol).join(' ')])
    expect(Object.fromEntries(symbols)).toEqual({
      crypto: instruments.flatMap(({ kind, symbol }) => (kind === 'crypto' ? [symbol] : [])).join(' '),
      majorPair: 'EURUSD GBPUSD USDJPY USDCHF USDCAD EURGBP',
      minorPair: 'AUDUSD NZDUSD',
      gold: 'XAUUSD',
      commodity: 'XAGUSD',
    })
  })
})

describe('profiles: leverage', () => {
  it.each([
    ['BTCUSDT', 50, CAPS.crypto],
    ['EURUSD', 50, CAPS.majorPair],
    ['AUDUSD', 50, CAPS.minorPair],
    ['XAUUSD', 50, CAPS.gold],
    ['XAGUSD', 50, CAPS.commodity],
    ['XAGUSD', 5, 5],
  ])('of %s is capped from %i to %i, and under paper not at all', (symbol, own, capped) => {
    expect(cappedLeverage(own, instrumentOf(symbol), EU)).toBe(capped)
    expect(cappedLeverage(own, instrumentOf(symbol), 'paper')).toBe(own)
  })

  it('is capped in every tier of every contract, and in every pair', () => {
    for (const contract of contracts) {
      expect(contractBy('paper', contract)).toEqual(contract)
      const own = contractBy(EU, contract)
      expect(own).toMatchObject({ unit: contract.unit, max: contract.max })
      for (const [at, { upTo, leverageMax }] of own.tiers.entries()) {
        const tier = contract.tiers[at]
        expect(upTo).toBe(tier?.upTo)
        expect(leverageMax).toBe(cappedLeverage(tier?.leverageMax ?? 0, instrumentOf(contract.symbol), EU))
      }
    }
    for (const pair of forexPairs) {
      expect(pairBy('paper', pair)).toEqual(pair)
      expect(pairBy(EU, pair).leverage).toBe(cappedLeverage(pair.leverage, instrumentOf(pair.symbol), EU))
    }
  })

  it('above the cap is refused, and a new form begins at the cap', () => {
    const [below, above] = [allowed(CAPS.crypto), tooHigh(CAPS.crypto)]
    expect(validateLever(form({ leverage: above }), { ...now, rules: EU }).errors).toEqual({
      leverage: { key: 'leverageTooHigh', params: { limit: String(CAPS.crypto) } },
    })
    expect(validateLever(form({ leverage: below }), { ...now, rules: EU }).errors).toEqual({})
    expect(validateLever(form({ leverage: above }), now).errors).toEqual({})
    expect(fitLever(form({ leverage: above }), { rules: EU }).leverage).toBe(below)
    expect(fitLever(form({ leverage: 1 }), { rules: EU }).leverage).toBe(1)
    expect(fitLever(form({ leverage: 50, symbol: 'EURUSD' }), { rules: EU }).leverage).toBe(allowed(CAPS.majorPair))
    expect(fitLever(form({ leverage: above }), {}).leverage).toBe(above)
  })
})

describe('profiles: the close-out', () => {
  it('leaves at least the close-out level of the initial margin, at any leverage, and never less than the product asks', () => {
    for (const leverage of leverages) {
      const rate = closeOutRate(0, leverage, EU)
      expect(rate * leverage).toBeGreaterThanOrEqual(CLOSE_OUT)
      expect((rate - 1) * leverage).toBeLessThan(CLOSE_OUT)
    }
    expect(closeOutRate(250, 50, EU)).toBe(250)
    expect(closeOutRate(250, 2, 'paper')).toBe(250)
    expect(frozenTiers('paper', BTC, 2)).toEqual(
      BTC.tiers.map(({ upTo, maintenanceBps }) => ({ upTo, maintenanceBps })),
    )
  })

  it('of a contract is where its margin has fallen to the close-out level', () => {
    // 0.1 BTC at 40,000 and twice: a margin of 2,000.
    const own = BTC.tiers[0]?.maintenanceBps ?? 0
    const closedBy = (bps: number) => {
      const maintenance = (4_000 * bps) / 10_000
      const liquidation = 40_000 - (2_000 - maintenance) / 0.1
      return { margin: '2000.000000', maintenance: maintenance.toFixed(6), liquidation: liquidation.toFixed(2) }
    }
    expect(validateLever(form({}), { ...now, rules: EU }).summary).toMatchObject(closedBy(Math.ceil(CLOSE_OUT / 2)))
    expect(validateLever(form({}), now).summary).toMatchObject(closedBy(own))
  })

  it('of lots is at the close-out level', () => {
    expect([stopOutBy('paper'), stopOutBy(EU)]).toEqual([STOP_OUT_BPS, CLOSE_OUT])
    const euro = findForexPair('EURUSD') ?? expect.fail('no pair')
    const paper = forexTermsOf(euro, 'long', 10n)
    expect(forexTermsOf(euro, 'long', 10n, EU)).toEqual({ ...paper, stopOutBps: BigInt(CLOSE_OUT) })
  })
})
