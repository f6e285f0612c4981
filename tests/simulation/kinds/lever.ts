import * as api from '../../../src/api/trade/lever.ts'
import { LEVER_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
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
import { isEndedInWinter } from '../winter-hours.ts'

type Input = Asked & {
  symbol: string
  direction: 'long' | 'short'
  type: 'market' | 'limit'
  price?: string
  quantity: string
  leverage: number
  takeProfit?: string
  stopLoss?: string
}
type Contract = Placed<Input, api.LeverOrder>

const FEE_BPS = BigInt(LEVER_FEE_BPS)

/** The unit of a quantity, and the millionths of a dollar per minor unit of price times quantity. */
const lots: Record<string, { unit: string; divisor: number }> = {
  BTCUSDT: { unit: '0.0001', divisor: 10 },
  XRPUSDT: { unit: '1', divisor: 0.1 },
  EURUSD: { unit: '10', divisor: 10 },
  XAUUSD: { unit: '0.01', divisor: 0.01 },
}
const unitOf = (symbol: string) => minor(lots[symbol]?.unit ?? '', instrumentOf(symbol).quantityScale)

const worth = (symbol: string, quantity: string, price: bigint): bigint => {
  const { divisor } = lots[symbol] ?? { divisor: 1 }
  const product = minor(quantity, instrumentOf(symbol).quantityScale) * price
  return divisor >= 1 ? product / BigInt(divisor) : product * BigInt(Math.round(1 / divisor))
}

/** Margin and fee at a price. */
const costOf = ({ symbol, quantity, leverage }: Input, price: bigint) => {
  const notional = worth(symbol, quantity, price)
  const margin = (notional + BigInt(leverage) - 1n) / BigInt(leverage)
  return { notional, margin, fee: (notional * FEE_BPS) / 10_000n }
}

/** Its current value, as it must be shown. */
type Validation = {
  state: string
  open?: TickRow | undefined
  close?: TickRow | undefined
  available: bigint
  held: bigint
}

function judge(
  { ask: { input }, acceptedMs, shown }: Contract,
  ticks: readonly TickRow[],
  completeMs: number,
): Validation {
  const { symbol, direction, type, price } = input
  const { scale } = instrumentOf(symbol)
  const reserve = minor(shown.reserve)
  const isLong = direction === 'long'
  const limit = price === undefined ? 0n : minor(price, scale)
  const since = ticks.filter(({ time_ms }) => Number(time_ms) >= acceptedMs)
  const open = type === 'market' ? since[0] : since.find((tick) => (isLong ? tick.price <= limit : tick.price >= limit))
  const isLate = type === 'market' && Number(open?.time_ms ?? completeMs) > acceptedMs + PRICE_AGE_MS_MAX
  const delivery = shown.deliveryAt ?? Number.POSITIVE_INFINITY
  const isOver = open ? Number(open.time_ms) >= delivery : type === 'limit' && completeMs >= delivery
  if (isLate || isOver) return { state: 'unexpected', available: 0n, held: 0n }
  if (!open) return { state: 'pending', available: -reserve, held: reserve }
  const { notional, margin, fee } = costOf(input, open.price)
  const gain = (tick: TickRow) => {
    const now = worth(symbol, input.quantity, tick.price)
    return isLong ? now - notional : notional - now
  }
  const [takes, stops] = [input.takeProfit, input.stopLoss].map((text) => (text ? minor(text, scale) : undefined))
  const isTaken = ({ price: now }: TickRow) => takes !== undefined && (isLong ? now >= takes : now <= takes)
  const isStopped = ({ price: now }: TickRow) => stops !== undefined && (isLong ? now <= stops : now >= stops)
  const after = since.filter(({ seq, time_ms }) => seq > open.seq && Number(time_ms) <= delivery)
  const delivered = completeMs >= delivery ? ticks.findLast(({ time_ms }) => Number(time_ms) <= delivery) : undefined
  const close = after.find((tick) => isTaken(tick) || isStopped(tick)) ?? delivered
  if (!close) return { state: 'open.standing', open, available: -margin - fee, held: margin }
  const closeFee = (worth(symbol, input.quantity, close.price) * FEE_BPS) / 10_000n
  const net = gain(close) - closeFee - fee
  return { state: net >= 0n ? 'won' : 'lost', open, close, available: net, held: 0n }
}

function checkAnswer(key: string, { status }: Person, { input }: Ask<Input>, at: Circumstances): string[] {
  const closed = isEndedInWinter(input.symbol, at.now)
  const stale = at.priceAgeMs > PRICE_AGE_MS_MAX
  const fresh = at.priceAgeMs >= 0 && at.priceAgeMs < PRICE_AGE_MS_MAX / 2 && at.calm
  const isWrong: Record<string, boolean> = {
    ok: closed || stale || status !== 'active',
    marketClosed: !closed,
    tradingClosed: fresh,
    accountLocked: status !== 'locked',
    accountFrozen: status !== 'frozen',
  }
  return isWrong[key]
    ? [`${input.requestId} was answered ${key}: ${status}, ${JSON.stringify({ ...at, available: '' })}`]
    : []
}

const rank = (state: string) => ({ pending: 0, 'open.standing': 1 })[state] ?? 2

/** Contracts whose stops lie among the few prices that the feed walks among. They are too small to be liquidated by these. */
export const levers: SimulatedKind<Input, api.LeverOrder> = {
  rank: 4,
  ask: (chance, amount) => {
    const symbol = chance.pick(symbols)
    const { reference, scale, quantityScale } = instrumentOf(symbol)
    const at = (offset: number) => formatMoney(minor(reference, scale) + BigInt(offset), scale)
    const direction = chance.pick(['long', 'short'] as const)
    const sign = direction === 'long' ? 1 : -1
    // A closed market opens none: only crypto orders are certain to end.
    const limit = symbol.endsWith('USDT') && chance.happens(0.4)
    return {
      call: api.submit,
      input: {
        ...{ symbol, direction, amount: String(amount), leverage: chance.pick([2, 5, 10]) },
        quantity: formatMoney(unitOf(symbol) * BigInt(amount), quantityScale),
        ...(limit ? { type: 'limit', price: at(direction === 'long' ? chance.whole(-3, 3) : 3) } : { type: 'market' }),
        // On the legal side of every price that the feed gives, and reached before long.
        takeProfit: at(sign * 3),
        stopLoss: at(sign * -3),
      },
    }
  },
  amountOf: ({ symbol, ordered }) => String(minor(ordered, instrumentOf(symbol).quantityScale) / unitOf(symbol)),
  other: (input) => ({ ...input, leverage: input.leverage === 2 ? 5 : 2 }),
  refusals: [
    'loanNotCovered',
    'insufficientBalance',
    'tradingClosed',
    'marketClosed',
    'accountLocked',
    'accountFrozen',
    'limitSellTooLow',
  ],
  checkAnswer,
  lists: [api.myTrade],
  tables: ['levers'],
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  openedAt: ({ openTick, type }) => (type === 'market' ? openTick : null),
  look: (order, ticks, completeMs, late) => {
    const { id, shown } = order
    const judged = judge(order, ticks, completeMs)
    const behind = rank(shown.state) < rank(judged.state)
    const wrong: string[] = []
    if (!(behind && late)) {
      const is = `${shown.state} from ${shown.openTick?.seq} to ${shown.fills.at(-1)?.tick.seq}`
      const should = `${judged.state} from ${judged.open?.seq} to ${judged.close?.seq}`
      if (is !== should) wrong.push(`contract ${id} is ${is}, and should be ${should}`)
    }
    if (behind) {
      const [margin, reserve] = [minor(shown.margin), minor(shown.reserve)]
      const held = shown.openTick ? margin : reserve
      return { wrong, available: shown.openTick ? -minor(shown.paid) : -reserve, held }
    }
    return { wrong, available: judged.available, held: judged.held }
  },
  hasEnded: ({ list }) => list === 1,
  endings: ['won', 'lost', 'unexpected'],
}
