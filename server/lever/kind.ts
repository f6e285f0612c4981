import { sql } from 'kysely'
import { leverOrder as wire } from '../../src/api/trade/lever.ts'
import type { MessageKey } from '../../src/api/wire/messages.ts'
import { leverMachine } from '../../src/machines/orders/lever.ts'
import type { Step } from '../../src/machines/orders/life.ts'
import type { LeverCause } from '../../src/rules/lever/lever.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { LOOK_BACK_MS } from '../../src/rules/market/record-stretch.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { amountIn, type Message, pairIn } from '../inbox/module.ts'
import { rangesWithin, sinceOldest, type TickNeeds } from '../market/module.ts'
import { gapStretchesOf, mover, type OrderKind, type Posting, tradedIn } from '../orders/module.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { byTheRecord, onCrossing } from './by-the-record.ts'
import { fillsOf, type LeverRow, timeOfNothing, timesOf, toWire } from './order.ts'

/** A leveraged contract as the order kernel knows it. */
export const leverKind: OrderKind<LeverRow> = {
  name: 'lever',
  table: 'levers',
  machine: leverMachine,
  wire,
  toWire,
  holds: sql`select id, user_id, currency,
    case when state in ('pending', 'cancelling') then reserve else margin + adding end as amount
    from levers where settled_ms is null`,
  due: byTheRecord,
  crossed: onCrossing,
  postings,
  message,
  ticks: ticks(),
  blocksLeaving: 'openPositionProhibits',
  leveraged: true,
  listing: {
    where: ({ market, symbol }) => ({ market, symbol }),
    staked: sql`paid`,
    returned: sql`returned`,
    turnover: sql`turnover`,
  },
}

/** A user's turnover in contracts: the margin of what was closed, not its notional. In minor units of USDT. */
export const leveredBy = (reads: Reads, userId: string): Promise<bigint> => reads.read(traded, userId)

const traded = tradedIn(leverKind)

/**
 * The platform is the counterparty of each position (`contracts`) and of its funding (`funding`); `insurance` receives liquidation fees and
 * pays losses beyond a margin.
 */
function postings(order: LeverRow): Record<string, () => Posting> {
  const { reserve, margin, open_fee, adding, funded } = order
  const move = mover(order)
  const settle = () => {
    const fill = fillsOf(order).at(-1)
    if (!fill) throw new Error(`lever ${order.id}: nothing was closed`)
    return move({
      held: -fill.margin - fill.back,
      available: fill.payout + fill.back,
      fees: fill.fee,
      insurance: fill.liquidationFee - fill.shortfall,
      contracts: -fill.profit,
    })
  }
  return {
    holdReserve: () => move({ available: -reserve, held: reserve }),
    releaseReserve: () => move({ held: -reserve, available: reserve }),
    openPosition: () => move({ held: margin - reserve, fees: open_fee, available: reserve - margin - open_fee }),
    holdAdded: () => move({ available: -adding, held: adding }),
    payFunding: () => move({ held: funded, funding: -funded }),
    settlePart: settle,
    settlePosition: settle,
    liquidatePosition: settle,
  }
}

const closings = {
  user: 'contractClosed',
  delivery: 'contractClosed',
  takeProfit: 'contractTookProfit',
  stopLoss: 'contractStopped',
  liquidation: 'contractLiquidated',
} as const satisfies Record<LeverCause, MessageKey>

/** The message to its owner: a limit order opened, a position ended, or an order was void. */
function message(order: LeverRow, { postings: steps }: Step): Message | undefined {
  const { symbol, currency, cause } = order
  const pair = pairIn(symbol)
  if (steps.includes('openPosition') && order.type === 'limit') {
    const price = formatMoney(order.open_price ?? 0n, instrumentOf(symbol).scale)
    return { kind: 'settlement', key: 'contractOpened', params: { pair, price } }
  }
  if (order.state === 'unexpected') {
    const params = { pair, amount: amountIn(currency, order.reserve), currency }
    const key = order.void_reason === 'stops' ? 'stopPassed' : 'contractReturned'
    return { kind: 'settlement', key, params }
  }
  if (cause === null) return undefined
  const params = { pair, paid: amountIn(currency, order.paid), amount: amountIn(currency, order.returned), currency }
  const liquidationFee = fillsOf(order).at(-1)?.liquidationFee ?? 0n
  if (liquidationFee === 0n) return { kind: 'settlement', key: closings[cause], params }
  const fee = amountIn(currency, liquidationFee)
  return { kind: 'settlement', key: 'contractLiquidatedForFee', params: { ...params, fee } }
}

/** Retains what receipts show of each opening, close, gap and void order, and all ticks that undecided orders need. */
function ticks(): TickNeeds {
  return {
    // A delivery uses the last tick before its time.
    since: sinceOldest('levers', { before: STALE_AFTER_MS }),
    async stretches(db, symbol, from, to) {
      const ofSymbol = db.selectFrom('levers').selectAll().where('symbol', '=', symbol)
      const opened = await ofSymbol
        .where('open_ms', '<=', to + BigInt(LOOK_BACK_MS))
        .where((eb) => eb.or([eb('settled_ms', 'is', null), eb('settled_ms', '>=', from)]))
        .execute()
      const nothing = await ofSymbol
        .where('void_reason', 'is not', null)
        .where('accepted_ms', '<=', to)
        .where('settled_ms', '>=', from)
        .execute()
      const times = [...opened.flatMap(timesOf), ...nothing.map(timeOfNothing)]
      return [
        ...(await rangesWithin(db, symbol, times, from, to)),
        ...opened.flatMap((row) => gapStretchesOf(row, from, to)),
      ]
    },
  }
}
