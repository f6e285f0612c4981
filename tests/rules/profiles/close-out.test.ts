import { expect, test } from 'vitest'
import {
  closeLots,
  dealPriceAt,
  type ForexPosition,
  forexMargin,
  forexProfit,
  forexTermsOf,
  rolloverFor,
  rolloverOf,
  stopOutPrice,
} from '../../../src/rules/forex/forex.ts'
import { forexPairs, pairBy } from '../../../src/rules/forex/pairs.ts'
import { fundingPaid } from '../../../src/rules/lever/funding.ts'
import {
  type LeverDirection,
  liquidationPrice,
  marginOf,
  notionalOf,
  type Position,
  profitOf,
} from '../../../src/rules/lever/lever.ts'
import { contractBy, contracts, frozenTiers } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { type Minor, mulDiv, parseMoney } from '../../../src/rules/money/money.ts'
import { profileOf } from '../../../src/rules/profiles/profile.ts'
import type { RuleName } from '../../../src/rules/profiles/terms.ts'
import { createGenerator } from '../../generator.ts'

/** A position of an account at a price: what is left of its margin, its initial margin, and where it is closed. */
type Open = {
  symbol: string
  direction: LeverDirection
  initial(): Minor
  equityAt(price: Minor): Minor
  level(): Minor | null
  /** A charge of funding or rollover, added margin, or a partial close. */
  change(price: Minor): void
}

type Generator = ReturnType<typeof createGenerator>
const below = ({ uniform }: Generator, end: number) => Math.floor(uniform() * end)
const oneOf = <T>(random: Generator, all: readonly T[]): T => all[below(random, all.length)] as T

function contractIn(random: Generator, rules: RuleName, price: (symbol: string) => Minor): Open {
  const own = oneOf(random, contracts)
  const { symbol, unit } = own
  const { tiers } = contractBy(rules, own)
  const leverage = 1 + below(random, tiers[0]?.leverageMax ?? 1)
  const step = parseMoney(unit, instrumentOf(symbol).quantityScale) ?? 1n
  const direction = oneOf(random, ['long', 'short'] as const)
  const exposure = BigInt(below(random, 2)) * BigInt(below(random, 100_000)) * 1_000_000n
  let quantity = step * BigInt(1 + below(random, 200))
  const entry = price(symbol)
  const margin = marginOf(notionalOf(symbol, quantity, entry), leverage)
  let position: Position = {
    ...{ symbol, direction, quantity, entry, margin, exposure, tiers: frozenTiers(rules, own, leverage) },
  }
  return {
    ...{ symbol, direction },
    initial: () => marginOf(notionalOf(symbol, quantity, entry), leverage),
    equityAt: (at) => position.margin + profitOf(position, at),
    level: () => liquidationPrice(position),
    change: () => {
      const way = below(random, 3)
      const amount = BigInt(below(random, Number(position.margin)))
      if (way === 0) position = { ...position, margin: position.margin + fundingPaid(-amount, position.margin) }
      else if (way === 1) position = { ...position, margin: position.margin + amount }
      else if (quantity > step) {
        const closed = step * BigInt(1 + below(random, Number(quantity / step) - 1))
        const left = position.margin - mulDiv(position.margin, closed, quantity, 'down')
        quantity -= closed
        position = { ...position, quantity, margin: left }
      }
    },
  }
}

function lotsIn(random: Generator, rules: RuleName, price: (symbol: string) => Minor): Open {
  const pair = oneOf(random, forexPairs)
  const { symbol, via = null } = pairBy(rules, pair)
  const direction = oneOf(random, ['long', 'short'] as const)
  const terms = {
    ...forexTermsOf(pair, direction, BigInt(1 + below(random, 300)), rules),
    rate: via === null ? null : price(via),
  }
  const entry = dealPriceAt(terms, price(symbol), true)
  const initial = forexMargin(terms, entry)
  let position: ForexPosition = { ...terms, entry, initial, margin: initial }
  return {
    ...{ symbol, direction },
    initial: () => position.initial,
    equityAt: (at) => position.margin + forexProfit(position, dealPriceAt(position, at, false)),
    level: () => stopOutPrice(position),
    change: (at) => {
      const night = rolloverOf(position, entry)
      if (below(random, 2) === 0)
        position = { ...position, margin: position.margin + rolloverFor(night, 3, position.margin) }
      else if (position.lots > 1n) {
        const closed = BigInt(1 + below(random, Number(position.lots) - 1))
        position = closeLots(position, closed, dealPriceAt(position, at, false)).rest
      }
    },
  }
}

const PRICES: Readonly<Record<string, string>> = {
  ...{ BTCUSDT: '60000', ETHUSDT: '3000', USDJPY: '150', XAUUSD: '2400', XAGUSD: '30', USDCAD: '1.36', GBPUSD: '1.27' },
}
const sumOf = (all: readonly Minor[]) => all.reduce((sum, each) => sum + each, 0n)

/** The close-out level: equity as a share of the initial margins, in basis points. */
const CLOSE_OUT = BigInt(profileOf('eu-retail').closeOutBps ?? 0)

/** An account over ticks, some of them jumps; after each, what is below the level is closed. */
function walk(seed: string, rules: RuleName) {
  const random = createGenerator(seed)
  const prices = new Map<string, Minor>()
  const price = (symbol: string): Minor => {
    const known = prices.get(symbol)
    if (known !== undefined) return known
    const first = parseMoney(PRICES[symbol] ?? '1.1', instrumentOf(symbol).scale) ?? 1n
    prices.set(symbol, first)
    return first
  }
  const open = Array.from({ length: 1 + below(random, 6) }, () =>
    oneOf(random, [contractIn, lotsIn])(random, rules, price),
  )
  let [closed, under, jumps] = [0, 0, 0]
  const levelOf = (all: readonly Open[]) => ({
    equity: sumOf(all.map((each) => each.equityAt(price(each.symbol)))),
    initial: sumOf(all.map((each) => each.initial())),
  })
  const isUnder = ({ equity, initial }: ReturnType<typeof levelOf>) => 10_000n * equity < CLOSE_OUT * initial
  for (let tick = 0; tick < 60 && open.length > 0; tick += 1) {
    if (below(random, 4) === 0) oneOf(random, open).change(price(oneOf(random, open).symbol))
    const symbol = oneOf(random, open).symbol
    const isJump = below(random, 12) === 0
    const by = 1_000_000 + Math.round((random.uniform() - 0.5) * (isJump ? 1_400_000 : 20_000))
    prices.set(symbol, (price(symbol) * BigInt(by)) / 1_000_000n + 1n)
    const before = levelOf(open)
    const past = open.filter((each) => {
      const level = each.level()
      const at = price(each.symbol)
      return level !== null && (each.direction === 'long' ? at <= level : at >= level)
    })
    for (const each of past) open.splice(open.indexOf(each), 1)
    closed += past.length
    if (isUnder(before)) {
      under += 1
      if (isJump) jumps += 1
      if (past.length === 0) throw new Error(`${seed}: below the level, and nothing closed at tick ${tick}`)
    }
    if (isUnder(levelOf(open))) throw new Error(`${seed}: below the level after tick ${tick}`)
  }
  return { closed, under, jumps }
}

test('close-out: per position, it keeps every account at the close-out level or above, and closes where it was below', () => {
  const walks = Array.from({ length: 400 }, (_, at) => walk(`account ${at}`, 'eu-retail'))
  const sum = (name: keyof (typeof walks)[number]) => walks.reduce((all, each) => all + each[name], 0)
  // The walks reach what they are for.
  expect(sum('closed')).toBeGreaterThan(300)
  expect(sum('under')).toBeGreaterThan(60)
  expect(sum('jumps')).toBeGreaterThan(30)
})

test('close-out: the levels of paper do not keep it there', () => {
  expect(() => {
    for (let at = 0; at < 300; at += 1) walk(`account ${at}`, 'paper')
  }).toThrow(/below the level/)
})
