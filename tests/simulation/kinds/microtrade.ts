import { createHash } from 'node:crypto'
import * as api from '../../../src/api/trade/microtrade.ts'
import { checkReceipt } from '../../../src/machines/receipts/receipt.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { periods, stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { symbols } from '../feed.ts'
import {
  type Ask,
  type Asked,
  type Circumstances,
  minor,
  type Person,
  type Placed,
  type SimulatedKind,
} from '../model.ts'
import { PRICE_AGE_MS_MAX } from '../price-age.ts'
import type { TickRow } from '../record.ts'
import { winterOpenMs } from '../winter-hours.ts'

type Input = Asked & {
  symbol: string
  direction: 'rise' | 'fall'
  currency: string
  seconds: number
  confirmBy?: number
}
type Option = Placed<Input, api.MicrotradeOrder>

const SECOND_MS = 1_000
const stakes = stakeLimits.find(({ currency }) => currency === 'USDT')
/** Two base stakes in USDT: with less than 1,000 more, both are within the limits. */
const [LEAST, LARGE] = [Number(stakes?.min), Number(stakes?.max) - 1_000]
/** The payout of a won option in basis points of its stake, by its seconds. */
const payoutBps: Record<number, bigint> = Object.fromEntries(
  periods.map(({ seconds, payoutBps }) => [seconds, BigInt(payoutBps)]),
)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Violations of a purchase at its first answer. */
function checkAnswer(key: string, { status }: Person, { input }: Ask<Input>, at: Circumstances): string[] {
  const { symbol, seconds, confirmBy = Number.POSITIVE_INFINITY } = input
  const expired = at.now > confirmBy
  const closed = winterOpenMs(symbol, at.now) <= PRICE_AGE_MS_MAX + seconds * 1_000
  const poor = at.available !== undefined && at.available < minor(input.amount)
  const rich = at.available !== undefined && !poor
  const stale = at.priceAgeMs > PRICE_AGE_MS_MAX
  const fresh = at.priceAgeMs >= 0 && at.priceAgeMs < PRICE_AGE_MS_MAX / 2 && at.calm
  const isWrong: Record<string, boolean> = {
    ok: expired || closed || stale || poor || status !== 'active',
    requestExpired: !expired,
    marketClosed: !closed,
    tradingClosed: fresh,
    insufficientBalance: rich,
    accountLocked: status !== 'locked',
    accountFrozen: status !== 'frozen',
  }
  return isWrong[key]
    ? [
        `${input.requestId} was answered ${key}: ${status}, ${JSON.stringify({ ...at, available: `${at.available}`, confirmBy })}`,
      ]
    : []
}

/** An option's expected result. */
type Validation = {
  state: api.MicrotradeOrder['state']
  open?: TickRow | undefined
  close?: TickRow | undefined
  payout?: bigint
}

/** An option's result by the record. `ticks`: of its symbol, in order; complete up to `completeMs`. */
function judge({ ask, acceptedMs }: Option, ticks: readonly TickRow[], completeMs: number): Validation {
  const { seconds, amount, direction } = ask.input
  const stake = minor(amount)
  const open = ticks.find(({ time_ms }) => Number(time_ms) >= acceptedMs)
  if (!open || Number(open.time_ms) - acceptedMs > PRICE_AGE_MS_MAX) {
    const isOver = completeMs > acceptedMs + PRICE_AGE_MS_MAX
    return isOver ? { state: 'unexpected', payout: stake } : { state: 'accepted' }
  }
  const due = Number(open.time_ms) + seconds * 1_000
  if (completeMs < due) return { state: 'open', open }
  const close = ticks.findLast(({ time_ms }) => Number(time_ms) <= due)
  if (!close || due - Number(close.time_ms) > PRICE_AGE_MS_MAX) return { state: 'unexpected', open, payout: stake }
  if (close.price === open.price) return { state: 'drawn', open, close, payout: stake }
  const rose = close.price > open.price
  if (rose !== (direction === 'rise')) return { state: 'lost', open, close, payout: 0n }
  const earned = stake * (payoutBps[seconds] ?? 0n)
  // Rounded up to the next minor unit: in favour of the person.
  const profit = earned / 10_000n + (earned % 10_000n > 0n ? 1n : 0n)
  return { state: 'won', open, close, payout: stake + profit }
}

const rank = (state: api.MicrotradeOrder['state']) => ({ accepted: 0, open: 1 })[state as 'accepted' | 'open'] ?? 2

/**
 * Violations of an option as shown by the server.
 *
 * @param late whether the server may not have processed it yet
 */
function check(option: Option, judged: Validation, late: boolean): string[] {
  const { ask, id, acceptedMs, shown, ended } = option
  const { input } = ask
  const wrong: string[] = []
  const equal = (what: string, is: unknown, should: unknown) => {
    if (is !== should) wrong.push(`option ${id}: ${what} is ${is}, and should be ${should}`)
  }
  for (const term of ['symbol', 'direction', 'currency', 'seconds'] as const) equal(term, shown[term], input[term])
  equal('its stake', minor(shown.amount), minor(input.amount))
  equal('its rate', BigInt(shown.payoutBps), payoutBps[input.seconds])
  equal('its acceptance', shown.acceptedAt, acceptedMs)
  if (ended !== undefined) equal('an option that has ended', JSON.stringify(shown), ended)

  const behind = rank(shown.state) < rank(judged.state)
  if (!(behind && late)) equal('its state', shown.state, judged.state)
  const { scale } = instrumentOf(input.symbol)
  const tick = (found: api.MicrotradeOrder['openTick']) =>
    found && `${found.seq} ${found.time} ${minor(found.price, scale)}`
  const row = (found: TickRow | undefined) => (found ? `${found.seq} ${found.time_ms} ${found.price}` : null)
  if (!(behind && shown.state === 'accepted')) equal('its opening tick', tick(shown.openTick), row(judged.open))
  if (!behind) equal('its closing tick', tick(shown.closeTick), row(judged.close))
  if (!behind) equal('its payout', shown.payout === null ? undefined : minor(shown.payout), judged.payout)
  return wrong
}

/** Timed options, on all that the simulation trades on. */
export const microtrades: SimulatedKind<Input, api.MicrotradeOrder> = {
  rank: 1,
  ask: (chance, amount, now) => {
    const symbol = chance.pick(symbols)
    return {
      call: symbol.endsWith('USDT') ? api.submit : api.whsubmit,
      input: {
        symbol,
        direction: chance.pick(['rise', 'fall']),
        currency: 'USDT',
        amount: String((chance.happens(0.1) ? LARGE : LEAST) + amount),
        seconds: chance.happens(0.8) ? 30 : chance.pick(Object.keys(payoutBps).map(Number)),
        ...(chance.happens(0.3) && { confirmBy: now + 8 * SECOND_MS }),
      },
    }
  },
  refusals: [
    'loanNotCovered',
    'insufficientBalance',
    'tradingClosed',
    'marketClosed',
    'requestExpired',
    'accountLocked',
    'accountFrozen',
  ],
  checkAnswer,
  lists: [api.lists, api.whlists],
  tables: ['microtrades'],
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  openedAt: ({ openTick }) => openTick,
  look: (option, ticks, completeMs, late) => {
    const judged = judge(option, ticks, completeMs)
    const stake = minor(option.ask.input.amount)
    const isLive = rank(option.shown.state) < 2
    return {
      wrong: check(option, judged, late),
      available: isLive ? -stake : (judged.payout ?? 0n) - stake,
      held: isLive ? stake : 0n,
    }
  },
  hasEnded: ({ list }) => list === 1,
  endings: ['won', 'lost', 'drawn', 'unexpected'],
  finish: async ({ id }, ask) => {
    const verdict = checkReceipt(await ask(api.receipt, { id }), null, sha256)
    return ['verified', 'early'].includes(verdict) ? [] : [`the receipt of ${id} is ${verdict}`]
  },
}
