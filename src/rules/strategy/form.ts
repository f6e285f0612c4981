import { findInstrument, type Instrument, instrumentOf } from '../market/instruments.ts'
import { findPair } from '../market/pairs.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, parseMoney, trimZeros } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
import { holdOf, marketBound, QUOTE } from '../spot/spot.ts'
import {
  GRIDS_MAX,
  GRIDS_MIN,
  type GridStep,
  gridSteps,
  mostFor,
  orderMin,
  recurringDays,
  type StrategyType,
  unitCost,
  unitsOf,
} from './strategy.ts'

/**
 * The strategy form: plain decimals.
 *
 * - `amount`: of each recurring buy, or of a whole grid, in USDT
 * - `days`: between buys; `lower`, `upper`, `grids`: of a grid. The other type's fields are not validated
 */
export type StrategyForm = {
  type: StrategyType
  symbol: string
  amount: string
  days: string
  lower: string
  upper: string
  grids: string
}

/** What it is validated against. `available`: USDT, null if only the ledger knows; `price`: the current one, empty if there is none. */
export type StrategyTerms = { available: string | null; price: string }

export type StrategyField = 'symbol' | 'amount' | 'days' | 'lower' | 'upper' | 'grids'
export type StrategyKey =
  | 'parameterError'
  | 'pairNotActivated'
  | 'wrongAmount'
  | 'wrongPeriod'
  | 'wrongRange'
  | 'gridTooFine'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'insufficientBalance'

/** The values of a strategy. `steps`: of a grid, empty for a recurring buy; prices and days are 0 if not applicable. */
export type StrategyFigures = {
  amount: Minor
  days: number
  lower: Minor
  upper: Minor
  steps: readonly GridStep[]
}

/**
 * A strategy's figures, as decimals: amounts of USDT, prices and quantities of the instrument.
 *
 * - `held`: maximum held or paid at the start; of a recurring buy the maximum of one
 * - `quantity`: current maximum of one recurring buy; of a grid the holding if the price fell below the range
 * - `highest`: a grid's highest buy price, null for a recurring buy; `profitLeast`, `profitMost`: of one round trip, after both fees
 * - `buysNow`: number of grid levels that buy at the start
 */
export type StrategySummary = {
  held: string
  quantity: string
  highest: string | null
  profitLeast: string | null
  profitMost: string | null
  buysNow: number
}

type Errors = FormErrors<StrategyField, StrategyKey>
type Validated = ReturnType<typeof validateStrategy>

const usdt = (amount: Minor) => formatMoney(amount, currencyOf(QUOTE).scale)
const CENT = 10_000n
const none = { values: undefined, summary: undefined }

/** The number of grid levels in a text; undefined if it is invalid, or outside of the limits. */
export function gridsOf(text: string): number | undefined {
  const grids = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return grids >= GRIDS_MIN && grids <= GRIDS_MAX ? grids : undefined
}

/** Validates a strategy before it starts: the only place where it is checked. */
export const validateStrategy: FormRule<
  StrategyForm,
  StrategyTerms,
  StrategyField,
  StrategyKey,
  StrategyFigures,
  StrategySummary
> = (form, terms) => {
  const instrument = findInstrument(form.symbol)
  if (!findPair(form.symbol) || !instrument) return { errors: { symbol: { key: 'pairNotActivated' } }, ...none }
  const amount = parseMoney(form.amount, currencyOf(QUOTE).scale)
  const price = parseMoney(terms.price, instrument.scale)
  return form.type === 'recurring'
    ? validateRecurring(form, terms, amount, price)
    : validateGrid(form, terms, amount, price, instrument)
}

function validateRecurring(
  form: StrategyForm,
  terms: StrategyTerms,
  amount: Minor | undefined,
  price: Minor | undefined,
): Validated {
  const { symbol } = form
  const days = recurringDays.find((each) => String(each) === form.days)
  const errors: Errors = days ? {} : { days: { key: 'wrongPeriod' } }
  const bound = price ? marketBound(symbol, 'buy', price) : undefined
  const wrong = amountErrors(
    terms,
    amount,
    bound
      ? {
          least: above(orderMin(), unitCost(symbol, bound)),
          most: holdOf(symbol, 'buy', unitsOf(symbol).max, bound),
        }
      : undefined,
  )
  const all = { ...errors, ...wrong }
  if (!amount || !bound) return { errors: all, ...none }
  const quantity = mostFor(symbol, amount, bound)
  const summary: StrategySummary = {
    held: usdt(holdOf(symbol, 'buy', quantity, bound)),
    quantity: formatMoney(quantity, instrumentOf(symbol).quantityScale),
    ...{ highest: null, profitLeast: null, profitMost: null, buysNow: 1 },
  }
  const values = { amount, days: days ?? 0, lower: 0n, upper: 0n, steps: [] }
  return { errors: all, values: hasErrors(all) ? undefined : values, summary }
}

function validateGrid(
  form: StrategyForm,
  terms: StrategyTerms,
  amount: Minor | undefined,
  price: Minor | undefined,
  { symbol, scale, quantityScale }: Instrument,
): Validated {
  const [lower, upper] = [parseMoney(form.lower, scale), parseMoney(form.upper, scale)]
  const grids = gridsOf(form.grids)
  const errors: Errors = {
    ...(grids ? {} : { grids: { key: 'parameterError', params: { field: 'grids' } } }),
    ...rangeErrors(lower, upper, price),
  }
  if (!lower || !upper || !grids || hasErrors(errors))
    return { errors: { ...errors, ...amountErrors(terms, amount) }, ...none }
  // Only the quantities depend on the amount, so any amount shows the finest possible grid.
  const grid = { lower, upper, grids, amount: amount ?? 0n }
  const top = gridSteps(symbol, grid).at(-1)?.low ?? upper
  const wrong = amountErrors(terms, amount, {
    least: above(orderMin(), unitCost(symbol, top)) * BigInt(grids),
    most: holdOf(symbol, 'buy', unitsOf(symbol).max / 2n, lower),
  })
  const steps = gridSteps(symbol, grid)
  const all: Errors = {
    ...wrong,
    ...(amount && !wrong.amount && steps.some(({ profit }) => profit <= 0n) ? { grids: { key: 'gridTooFine' } } : {}),
  }
  const total = (of: (step: GridStep) => Minor) => steps.reduce((sum, step) => sum + of(step), 0n)
  const profits = steps.map(({ profit }) => profit)
  const summary: StrategySummary = {
    held: usdt(total(({ held }) => held)),
    quantity: formatMoney(
      total(({ quantity }) => quantity),
      quantityScale,
    ),
    highest: formatMoney(top, scale),
    profitLeast: usdt(profits.reduce((a, b) => (a < b ? a : b))),
    profitMost: usdt(profits.reduce((a, b) => (a > b ? a : b))),
    buysNow: steps.filter(({ low }) => price !== undefined && low >= price).length,
  }
  return {
    errors: all,
    values: hasErrors(all) || !amount ? undefined : { amount, days: 0, lower, upper, steps },
    summary: wrong.amount ? undefined : summary,
  }
}

/** The price must be within the range when a grid starts. */
function rangeErrors(lower: Minor | undefined, upper: Minor | undefined, price: Minor | undefined): Errors {
  if (!lower) return { lower: { key: 'wrongRange' } }
  if (!upper || upper <= lower) return { upper: { key: 'wrongRange' } }
  if (!price) return { symbol: { key: 'parameterError', params: { field: 'price' } } }
  if (price <= lower) return { lower: { key: 'wrongRange' } }
  return price >= upper ? { upper: { key: 'wrongRange' } } : {}
}

/** `least` and `most` in minor units; absent if unknown. Limits are shown in whole cents. */
function amountErrors(
  { available }: StrategyTerms,
  amount: Minor | undefined,
  limits?: { least: Minor; most: Minor },
): FormErrors<'amount', StrategyKey> {
  if (!amount) return { amount: { key: 'wrongAmount' } }
  if (!limits) return {}
  const said = (limit: Minor) => ({ limit: trimZeros(usdt(limit)), currency: QUOTE })
  const least = ((limits.least + CENT - 1n) / CENT) * CENT
  const most = (limits.most / CENT) * CENT
  if (amount < least) return { amount: { key: 'belowMinimum', params: said(least) } }
  if (amount > most) return { amount: { key: 'aboveMaximum', params: said(most) } }
  const has = available === null ? amount : (parseMoney(available, currencyOf(QUOTE).scale) ?? 0n)
  return amount > has ? { amount: { key: 'insufficientBalance' } } : {}
}

const above = (a: Minor, b: Minor) => (a > b ? a : b)

const fieldOfKey: Readonly<Record<string, StrategyField>> = {
  wrongAmount: 'amount',
  belowMinimum: 'amount',
  aboveMaximum: 'amount',
  insufficientBalance: 'amount',
  wrongPeriod: 'days',
  wrongRange: 'lower',
  gridTooFine: 'grids',
}

/** The field of a strategy's form that an error belongs to; null for the whole strategy. */
export const strategyFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null
