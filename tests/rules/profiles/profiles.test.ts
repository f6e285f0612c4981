import { describe, expect, it, test } from 'vitest'
import { forexTermsOf } from '../../../src/rules/forex/forex.ts'
import { findForexPair, forexPairs, pairBy, stopOutBy } from '../../../src/rules/forex/pairs.ts'
import { fitLever } from '../../../src/rules/lever/change.ts'
import { type LeverForm, validateLever } from '../../../src/rules/lever/form.ts'
import { contractBy, contracts, frozenTiers, leverages } from '../../../src/rules/lever/terms.ts'
import { instrumentOf, instruments } from '../../../src/rules/market/instruments.ts'
import { cappedLeverage, closeOutRate, marketClassOf, profileOf } from '../../../src/rules/profiles/profile.ts'

const EU = 'eu-retail'
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
    ['BTCUSDT', 50, 2],
    ['EURUSD', 50, 30],
    ['AUDUSD', 50, 20],
    ['XAUUSD', 50, 20],
    ['XAGUSD', 50, 10],
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
    expect(validateLever(form({ leverage: 3 }), { ...now, rules: EU }).errors).toEqual({
      leverage: { key: 'leverageTooHigh', params: { limit: '2' } },
    })
    expect(validateLever(form({ leverage: 2 }), { ...now, rules: EU }).errors).toEqual({})
    expect(validateLever(form({ leverage: 3 }), now).errors).toEqual({})
    expect(fitLever(form({ leverage: 5 }), { rules: EU }).leverage).toBe(2)
    expect(fitLever(form({ leverage: 1 }), { rules: EU }).leverage).toBe(1)
    expect(fitLever(form({ leverage: 50, symbol: 'EURUSD' }), { rules: EU }).leverage).toBe(20)
    expect(fitLever(form({ leverage: 5 }), {}).leverage).toBe(5)
  })
})

describe('profiles: the close-out', () => {
  it('leaves at least half of the initial margin, at any leverage, and never less than the product asks', () => {
    for (const leverage of leverages) {
      const rate = closeOutRate(0, leverage, EU)
      expect(rate * leverage).toBeGreaterThanOrEqual(5_000)
      expect((rate - 1) * leverage).toBeLessThan(5_000)
    }
    expect(closeOutRate(250, 50, EU)).toBe(250)
    expect(closeOutRate(250, 2, 'paper')).toBe(250)
    expect(frozenTiers('paper', BTC, 2)).toEqual(
      BTC.tiers.map(({ upTo, maintenanceBps }) => ({ upTo, maintenanceBps })),
    )
  })

  it('of a contract is where half of its margin is lost', () => {
    // 0.1 BTC at 40,000 and twice: a margin of 2,000, of which 1,000 are lost at 30,000.
    const { summary } = validateLever(form({}), { ...now, rules: EU })
    expect(summary).toMatchObject({ margin: '2000.000000', maintenance: '1000.000000', liquidation: '30000.00' })
    const under = validateLever(form({}), now).summary
    expect(under).toMatchObject({ margin: '2000.000000', maintenance: '20.000000', liquidation: '20200.00' })
  })

  it('of lots is at half of the margin', () => {
    expect([stopOutBy('paper'), stopOutBy(EU)]).toEqual([2_000, 5_000])
    const euro = findForexPair('EURUSD') ?? expect.fail('no pair')
    expect(forexTermsOf(euro, 'long', 10n, EU)).toEqual({ ...forexTermsOf(euro, 'long', 10n), stopOutBps: 5_000n })
  })
})
