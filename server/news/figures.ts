import type { Block, Run } from '../../src/api/account/news.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { bcp47, numberFormat } from '../../src/api/wire/language-tags.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../src/rules/account/password-length.ts'
import { PHOTO_BYTES_MAX } from '../../src/rules/account/photos.ts'
import { REFERRAL_BPS } from '../../src/rules/account/referral.ts'
import { DAILY_LIMIT, depositLimits, LOST_BELOW } from '../../src/rules/deposit/deposit.ts'
import { forexPairs, pairBy, stopOutBy } from '../../src/rules/forex/pairs.ts'
import { LEVER_FEE_BPS, LIQUIDATION_FEE_BPS } from '../../src/rules/lever/terms.ts'
import { LOAN_DOCUMENT_DAYS, loanCycles, loanLateness, loanLimits, yearlyBps } from '../../src/rules/loan/loan.ts'
import { calendars } from '../../src/rules/market/calendar.ts'
import { GAP_MS } from '../../src/rules/market/gaps.ts'
import { lastClose, nextClose, nextOpen } from '../../src/rules/market/hours.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { pairs, SPOT_FEE_BPS } from '../../src/rules/market/pairs.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import {
  breakEvenOf,
  EXAMPLE_STAKE,
  meanOfExample,
  periods,
  profit,
  stakeLimits,
} from '../../src/rules/microtrade/microtrade.ts'
import { contractMean, loanMean, savingsMean, spotMean, swapMean } from '../../src/rules/money/costs.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../src/rules/money/money.ts'
import { TURNOVER_BPS } from '../../src/rules/money/turnover.ts'
import { PLAN_BELOW_BPS, PLAN_FEE_BPS, PLAN_LOSING_BPS, planTiers } from '../../src/rules/plan/plan.ts'
import { PLAN_TERM_BPS, planTerm } from '../../src/rules/plan/term.ts'
import { savingsProducts } from '../../src/rules/savings/savings.ts'
import { GRIDS_MAX, GRIDS_MIN, STRATEGIES_MAX, STRATEGY_ORDER_MIN } from '../../src/rules/strategy/strategy.ts'
import { swapTerms } from '../../src/rules/swap/swap.ts'
import {
  WITHDRAWAL_ARRIVES_HOURS,
  WITHDRAWAL_FEE_BPS,
  WITHDRAWAL_MIN_USDT,
} from '../../src/rules/withdrawal/withdrawal.ts'
import type { Config } from '../platform/config.ts'
import { linesOf } from './markdown.ts'

/** The settings that figures come from. */
export type Settings = Pick<Config, 'PAPER_BALANCE' | 'REVIEW_SECONDS' | 'RULES'>

type Row = Readonly<Record<string, string>>

/** Values of `{{name}}` in a text, and the rows for a table row with `{{list.name}}`. */
export type Figures = { one: Row; lists: Readonly<Record<string, readonly Row[]>> }

/** Sunday, when all markets are closed, before a week without a holiday. */
const SOME_SUNDAY_MS = Date.UTC(2024, 0, 14)
const { zone: MARKET_ZONE } = calendars.forex

/**
 * Every figure that an article may name, from the rules and the settings, in the format of the language. Calculated once for the same
 * object of settings.
 */
export function figuresIn(lang: Lang, settings: Settings): Figures {
  const ofSettings = known.get(settings) ?? new Map<Lang, Figures>()
  known.set(settings, ofSettings)
  const figures = ofSettings.get(lang) ?? calculateFigures(lang, settings)
  ofSettings.set(lang, figures)
  return figures
}
const known = new WeakMap<Settings, Map<Lang, Figures>>()

function calculateFigures(lang: Lang, { PAPER_BALANCE, REVIEW_SECONDS, RULES }: Settings): Figures {
  const tag = bcp47(lang)
  const number = (options: Intl.NumberFormatOptions = {}) =>
    numberFormat(lang, { maximumFractionDigits: 18, ...options })
  const decimal = (text: string) => number().format(text as `${number}`)
  const share = (bps: number) => number({ style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000)
  const seconds = (count: number) => number({ style: 'unit', unit: 'second', unitDisplay: 'long' }).format(count)
  const days = (count: number) => number({ style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count)
  const rate = (ppm: number) => number({ style: 'percent', maximumFractionDigits: 4 }).format(ppm / 1_000_000)
  const signed = (value: number, options: Intl.NumberFormatOptions) =>
    number({ signDisplay: 'exceptZero', ...options })
      .format(value)
      .replace('-', '−')
  const gain = (ppm: number, digits = 3) => signed(ppm / 1_000_000, { style: 'percent', maximumFractionDigits: digits })
  const between = (least: string, most: string) => (least === most ? least : `${least} – ${most}`)
  const spreads = pairs.map(({ spreadPpm }) => spreadPpm)
  const ofSpot = pairs.map(spotMean)
  const megabytes = number({ style: 'unit', unit: 'megabyte' })
  const part = (ms: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { numberingSystem: 'latn', timeZone: 'UTC', ...options }).format(ms)
  const clock = (ms: number) =>
    part(ms, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: MARKET_ZONE })
  const moment = (ms: number) => `${part(ms, { weekday: 'long', timeZone: MARKET_ZONE })} ${clock(ms)}`
  const [forexOpens, metalOpens] = [nextOpen('forex', SOME_SUNDAY_MS), nextOpen('metal', SOME_SUNDAY_MS)]
  const breakFrom = nextClose('metal', metalOpens)
  const date = (day: string) => part(Date.parse(`2024-${day}`), { month: 'long', day: 'numeric' })
  const [shortest, longest] = [periods.at(0), periods.at(-1)]
  if (!shortest || !longest) throw new RangeError('there are no periods')
  const { scale } = currencyOf('USDT')
  const stake = parseMoney(EXAMPLE_STAKE, scale) ?? 0n
  const plain = (minor: bigint) => decimal(formatMoney(minor, scale))
  const won = profit(stake, shortest.payoutBps)
  return {
    one: {
      paperBalance: decimal(PAPER_BALANCE),
      reviewTime: duration(REVIEW_SECONDS, number),
      photoSizeMax: megabytes.format(PHOTO_BYTES_MAX / 1024 / 1024),
      passwordMin: number().format(PASSWORD_LENGTH_MIN),
      passwordMax: number().format(PASSWORD_LENGTH_MAX),
      staleAfter: seconds(STALE_AFTER_MS / 1000),
      optionPeriods: new Intl.ListFormat(tag).format(periods.map((period) => seconds(period.seconds))),
      shortestPeriod: seconds(shortest.seconds),
      longestPeriod: seconds(longest.seconds),
      shortestPayout: share(shortest.payoutBps),
      longestPayout: share(longest.payoutBps),
      exampleStake: decimal(EXAMPLE_STAKE),
      exampleProfit: plain(won),
      exampleReturn: plain(stake + won),
      liquidationFee: share(LIQUIDATION_FEE_BPS),
      withdrawalMin: decimal(String(WITHDRAWAL_MIN_USDT)),
      withdrawalFeeRate: share(WITHDRAWAL_FEE_BPS),
      withdrawalArrives: number({ style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(WITHDRAWAL_ARRIVES_HOURS),
      turnover: share(TURNOVER_BPS),
      planFee: share(PLAN_FEE_BPS),
      planBelow: share(PLAN_BELOW_BPS),
      planLosing: share(PLAN_LOSING_BPS),
      planTimes: number().format(planTiers[0]?.timesMax ?? 0),
      planShare: share(PLAN_TERM_BPS),
      leverFee: share(LEVER_FEE_BPS),
      contractMean: gain(contractMean()),
      gapAfter: seconds(GAP_MS / 1000),
      spotFee: share(SPOT_FEE_BPS),
      spotSpread: between(rate(Math.min(...spreads)), rate(Math.max(...spreads))),
      spotMean: between(gain(Math.max(...ofSpot)), gain(Math.min(...ofSpot))),
      swapFee: share(swapTerms.feeBps),
      swapSpread: share(swapTerms.spreadBps),
      swapMin: decimal(swapTerms.min),
      swapSeconds: seconds(swapTerms.seconds),
      swapDrift: share(swapTerms.driftBps),
      swapMean: gain(swapMean(1), 2),
      swapMeanBetween: gain(swapMean(2), 2),
      withdrawalMean: gain(-WITHDRAWAL_FEE_BPS * 100),
      cryptoMin: decimal(depositLimits.crypto.min),
      cryptoMax: decimal(depositLimits.crypto.max),
      bankMin: decimal(depositLimits.bank.min),
      bankMax: decimal(depositLimits.bank.max),
      depositDaily: decimal(DAILY_LIMIT),
      lostBelow: decimal(LOST_BELOW),
      stopOut: share(stopOutBy(RULES)),
      strategiesMax: number().format(STRATEGIES_MAX),
      strategyMin: decimal(STRATEGY_ORDER_MIN),
      gridsMin: number().format(GRIDS_MIN),
      gridsMax: number().format(GRIDS_MAX),
      loanMin: decimal(loanLimits.min),
      loanMax: decimal(loanLimits.max),
      loanLateRate: rate(loanLateness.latePpm),
      loanLateCap: rate(loanLateness.lateCapPpm),
      loanCollectAfter: days(loanLateness.collectAfterDays),
      loanDocuments: days(LOAN_DOCUMENT_DAYS),
      forexOpens: moment(forexOpens),
      forexCloses: moment(nextClose('forex', forexOpens)),
      metalOpens: moment(metalOpens),
      metalCloses: moment(lastClose('metal', metalOpens)),
      breakFrom: clock(breakFrom),
      breakTo: clock(nextOpen('metal', breakFrom)),
      marketHolidays: new Intl.ListFormat(tag).format(calendars.forex.holidays.map(date)),
    },
    lists: {
      plan: planTiers.map((tier) => {
        const term = planTerm(tier)
        return {
          range: `${decimal(tier.min)} – ${decimal(tier.max)}`,
          rate: `${share(tier.lowPpm / 100)} – ${share(tier.highPpm / 100)}`,
          length: days(tier.days),
          mean: gain(term.meanPpm, 2),
          likely: between(gain(term.lowPpm, 2), gain(term.highPpm, 2)),
        }
      }),
      period: periods.map((period) => ({
        length: seconds(period.seconds),
        payout: share(period.payoutBps),
        breakEven: number({ style: 'percent', maximumFractionDigits: 2 }).format(breakEvenOf(period.payoutBps)),
        mean: signed(meanOfExample(period.payoutBps), { minimumFractionDigits: 2 }),
      })),
      forex: forexPairs
        .map((pair) => pairBy(RULES, pair))
        .map(({ symbol, lot, pip, leverage, spread, swap }) => ({
          pair: pairName(instrumentOf(symbol)),
          lot: `${number().format(lot)} ${instrumentOf(symbol).base}`,
          pip: decimal(pip),
          leverage: number().format(leverage),
          spread: decimal(spread),
          long: signed(Number(swap.long), {}),
          short: signed(Number(swap.short), {}),
        })),
      savings: savingsProducts.map((product) => ({
        currency: product.currency,
        length: days(product.days),
        rate: share(product.rateBps),
        min: decimal(product.min),
        max: decimal(product.max),
        mean: gain(savingsMean(product)),
      })),
      referral: REFERRAL_BPS.map((bps, at) => ({ level: number().format(at + 1), share: share(bps) })),
      loan: loanCycles.map((cycle) => ({
        length: days(cycle.days),
        rate: rate(cycle.ratePpm),
        yearly: share(yearlyBps(cycle.ratePpm)),
        mean: gain(loanMean(cycle)),
      })),
      stake: stakeLimits.map(({ currency, min, max, unit }) => ({
        currency,
        min: decimal(min),
        max: decimal(max),
        unit: decimal(unit),
      })),
    },
  }
}

const pairName = ({ base, quote }: { base: string; quote: string }): string => `${base}/${quote}`

/** A duration in the largest unit of which it is a whole number. */
function duration(count: number, number: (options: Intl.NumberFormatOptions) => Intl.NumberFormat): string {
  const units = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const
  const [length, unit] = units.find(([length]) => count >= length && count % length === 0) ?? [1, 'second']
  return number({ style: 'unit', unit, unitDisplay: 'long' }).format(count / length)
}

const HOLE = /\{\{\s*([\w.]+)\s*\}\}/g

/** The figures named by blocks, each once, in order. */
export const holesIn = (blocks: readonly Block[]): string[] => [
  ...new Set(
    blocks
      .flatMap(linesOf)
      .flat()
      .flatMap(({ text }) => [...text.matchAll(HOLE)].map(([, name]) => name ?? ''))
      .sort(),
  ),
]

/** Text with its figures. @throws RangeError for an unknown figure */
export function fillText(text: string, figures: Row): string {
  return text.replace(HOLE, (_, name: string) => {
    const figure = figures[name]
    if (figure === undefined) throw new RangeError(`there is no figure ${name}`)
    return figure
  })
}

/** Blocks with their figures. @throws RangeError for an unknown figure */
export function fill(blocks: readonly Block[], { one, lists }: Figures): Block[] {
  const runs = (words: readonly Run[], row: Row = one): Run[] =>
    words.map((run) => ({ ...run, text: fillText(run.text, row) }))
  return blocks.map((block): Block => {
    switch (block.type) {
      case 'list':
        return { ...block, items: block.items.map((item) => runs(item)) }
      case 'table':
        return {
          ...block,
          head: block.head.map((cell) => runs(cell)),
          rows: block.rows.flatMap((row) => {
            const list = listIn(row)
            if (list === undefined) return [row.map((cell) => runs(cell))]
            const found = lists[list]
            if (!found) throw new RangeError(`there is no list of figures ${list}`)
            return found.map((each) => {
              const named = Object.entries(each).map(([name, figure]) => [`${list}.${name}`, figure])
              return row.map((cell) => runs(cell, { ...one, ...Object.fromEntries(named) }))
            })
          }),
        }
      case 'drawing':
        return block
      default:
        return { ...block, words: runs(block.words) }
    }
  })
}

/** The list for which a table row is repeated. */
const listIn = (row: readonly (readonly Run[])[]): string | undefined =>
  /\{\{\s*(\w+)\.\w+/.exec(row.flatMap((cell) => cell.map(({ text }) => text)).join(' '))?.[1]
