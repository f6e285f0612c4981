import type { RecordedTick } from '../../rules/market/chain.ts'
import { instrumentOf } from '../../rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../rules/market/prices.ts'
import { exactly, isRecorded, type RecordStretch, says } from '../../rules/market/record-stretch.ts'
import { currencyOf, findCurrency } from '../../rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../rules/money/money.ts'
import { calculateSwap, legsOf, rateOf, SWAP_VIA, type SwapRate, swapTermsEver } from '../../rules/swap/swap.ts'
import type { ReceiptVerdict } from './receipt.ts'

/**
 * An executed swap's receipt, with the stretch of the record that has the tick of each leg. Times in ms since the epoch, amounts as
 * decimals.
 */
export type SwapReceiptFacts = {
  order: {
    state: string
    status: number
    from: string
    to: string
    amount: string
    receive: string
    usdt: string
    fee: string
    feeBps: number
    spreadBps: number
    rate: SwapRate
    legs: readonly { side: 'sell' | 'buy'; tick: RecordedTick }[]
    quotedAt: number
    expiresAt: number
    settledAt: number | null
  }
  proofs: readonly RecordStretch[]
}

type Order = SwapReceiptFacts['order']

/** The code of an executed swap among the transaction statuses. */
const EXECUTED = 1

/**
 * Verifies a swap's receipt from the record and the published terms alone: the tick of each leg and its place in the chain, that it was
 * fresh when the swap was quoted, that the swap was executed while the quote was valid, and that each amount follows.
 *
 * The record does not show which tick was the newest at the quote: it is one of the 5 s before.
 *
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkSwapReceipt(
  { order, proofs }: SwapReceiptFacts,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { legs, quotedAt, rate } = order
  const due = legsOf(order.from, order.to)
  if (due.length === 0) return 'wrongOutcome'
  if (proofs.some(({ previousHash }) => previousHash === null)) return 'incomplete'
  const areLegs = proofs.length === due.length && legs.length === due.length
  if (!areLegs || !due.every(({ symbol }, at) => isLeg(legs[at], proofs[at], symbol, sha256))) return 'brokenChain'
  if (!due.every(({ side }, at) => legs[at]?.side === side)) return 'wrongTick'
  if (!legs.every(({ tick: { time } }) => time <= quotedAt && quotedAt - time <= STALE_AFTER_MS)) return 'wrongTick'
  const values = figuresOf(order)
  if (!values) return 'wrongFill'
  if (!says(order, values.due) || !says(rate, values.rate)) return 'wrongSum'
  return isExecuted(order) ? 'verified' : 'wrongOutcome'
}

const isLeg = (
  leg: Order['legs'][number] | undefined,
  stretch: RecordStretch | undefined,
  symbol: string,
  sha256: (text: string) => string,
) => leg !== undefined && isRecorded(leg.tick, stretch, symbol, sha256)

/** The figures of a swap by the prices of its legs; `undefined` if these terms were never offered. */
function figuresOf({ from, to, spreadBps, feeBps, legs, ...order }: Order) {
  const scaleOf = (code: string) => findCurrency(code)?.scale ?? 0
  const amount = exactly(order.amount, scaleOf(from))
  const prices = new Map(
    legs.map(({ tick }) => [tick.symbol, exactly(tick.price, instrumentOf(tick.symbol).scale) ?? 0n]),
  )
  const terms = swapTermsEver.find((each) => each.spreadBps === spreadBps && each.feeBps === feeBps)
  if (!amount || !terms || [...prices.values()].some((price) => price <= 0n)) return undefined
  const priceOf = (symbol: string) => prices.get(symbol) ?? 0n
  const { usdt, fee, receive } = calculateSwap({ from, to, amount }, priceOf, terms)
  const via = currencyOf(SWAP_VIA).scale
  if (usdt < (parseMoney(terms.min, via) ?? 0n) || receive <= 0n) return undefined
  return {
    due: { usdt: formatMoney(usdt, via), fee: formatMoney(fee, via), receive: formatMoney(receive, scaleOf(to)) },
    rate: rateOf({ from, to }, priceOf, terms),
  }
}

/** Whether it was executed, once, while its quote was valid. */
function isExecuted({ state, status, spreadBps, feeBps, quotedAt, expiresAt, settledAt }: Order): boolean {
  const isHeld = swapTermsEver.some(
    (each) => each.spreadBps === spreadBps && each.feeBps === feeBps && expiresAt === quotedAt + each.seconds * 1_000,
  )
  const isInTime = settledAt !== null && settledAt >= quotedAt && settledAt < expiresAt
  return state === 'executed' && status === EXECUTED && isHeld && isInTime
}
