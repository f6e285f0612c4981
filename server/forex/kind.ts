import { sql } from 'kysely'
import { forexOrder as wire } from '../../src/api/trade/forex.ts'
import type { MessageKey } from '../../src/api/wire/messages.ts'
import { forexMachine } from '../../src/machines/orders/forex.ts'
import type { Step } from '../../src/machines/orders/life.ts'
import type { ForexCause } from '../../src/rules/forex/forex.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { amountIn, type Message, pairIn } from '../inbox/module.ts'
import { rangesWithin, sinceOldest, type TickNeeds } from '../market/module.ts'
import { gapStretchesOf, mover, type OrderKind, type Posting, tradedIn } from '../orders/module.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { byTheRecord, onCrossing } from './by-the-record.ts'
import { type ForexRow, metOf, partsOf, sumOfParts, timeOfNothing, timeOfRate, timesOf, toWire } from './order.ts'

/** A position in foreign exchange or a metal as the order kernel knows it. */
export const forexKind: OrderKind<ForexRow> = {
  name: 'forex',
  table: 'forex_positions',
  machine: forexMachine,
  wire,
  toWire,
  holds: sql`select id, user_id, currency,
    case when open_ms is null then reserve else margin end as amount
    from forex_positions where settled_ms is null`,
  due: byTheRecord,
  crossed: onCrossing,
  postings,
  message,
  ticks: ticks(),
  blocksLeaving: 'openPositionProhibits',
  leveraged: true,
  listing: {
    where: ({ market, symbol }) => (market === 'crypto' ? undefined : { symbol }),
    staked: sql`initial`,
    returned: sql`returned`,
    turnover: sql`turnover`,
  },
}

/** A user's turnover in lots: the margin of what was closed, not its notional. In minor units of USDT. */
export const forexTradedBy = (reads: Reads, userId: string): Promise<bigint> => reads.read(traded, userId)

const traded = tradedIn(forexKind)

/** The platform is the counterparty of each position (`forex`), spread and rollover included; `insurance` pays losses beyond a margin. */
function postings(order: ForexRow): Record<string, () => Posting> {
  const { reserve, initial, rolled, swap, returned, shortfall, profit } = order
  const move = mover(order)
  type Closed = Record<'margin' | 'returned' | 'shortfall' | 'profit', bigint>
  const settle = (closed: Closed) =>
    move({
      ...{ held: -closed.margin, available: closed.returned },
      ...{ insurance: -closed.shortfall, forex: -closed.profit },
    })
  return {
    holdReserve: () => move({ available: -reserve, held: reserve }),
    releaseReserve: () => move({ held: -reserve, available: reserve }),
    openPosition: () => move({ held: initial - reserve, available: reserve - initial }),
    rollOver: () => move({ held: rolled, forex: -rolled }),
    settlePart: () => {
      const part = partsOf(order).at(-1)
      if (!part) throw new Error(`forex ${order.id}: nothing was closed`)
      return settle(part)
    },
    settlePosition: () => {
      const parts = partsOf(order)
      const rest = (all: bigint, name: keyof Closed) => all - sumOfParts(parts, name)
      return settle({
        margin: rest(initial + swap, 'margin'),
        returned: rest(returned, 'returned'),
        shortfall: rest(shortfall, 'shortfall'),
        profit: rest(profit, 'profit'),
      })
    },
  }
}

const closings = {
  user: 'forexClosed',
  takeProfit: 'forexTookProfit',
  stopLoss: 'forexStopped',
  stopOut: 'forexStoppedOut',
} as const satisfies Record<ForexCause, MessageKey>

/** The message to its owner: a resting order opened, a position ended, or an order was void. Rollovers are only in its receipt. */
function message(order: ForexRow, { postings: steps }: Step): Message | undefined {
  const { symbol, currency, cause } = order
  const pair = pairIn(symbol)
  if (steps.includes('openPosition') && order.type !== 'market') {
    const price = formatMoney(order.deal_price ?? 0n, instrumentOf(symbol).scale)
    return {
      kind: 'settlement',
      key: order.type === 'limit' ? 'forexLimitOpened' : 'forexStopOpened',
      params: { pair, price },
    }
  }
  if (order.state === 'unexpected') {
    const params = { pair, amount: amountIn(currency, order.reserve), currency }
    return { kind: 'settlement', key: order.void_reason === 'stops' ? 'stopPassed' : 'forexReturned', params }
  }
  if (cause === null) return undefined
  const params = {
    ...{ pair, currency },
    paid: amountIn(currency, order.initial),
    amount: amountIn(currency, order.returned),
  }
  return { kind: 'settlement', key: closings[cause], params }
}

/** Retains the ticks that opened each position and closed it or its parts, those of their rates and around their gaps, and all ticks that undecided orders need. */
function ticks(): TickNeeds {
  return {
    // A rate is the last tick before the opening one.
    since: sinceOldest('forex_positions', { symbols: ['symbol', 'via'], before: STALE_AFTER_MS }),
    async stretches(db, symbol, from, to) {
      const rows = await db
        .selectFrom('forex_positions')
        .selectAll()
        .where((eb) => eb.or([eb('symbol', '=', symbol), eb('via', '=', symbol)]))
        .where((eb) => eb.or([eb('open_ms', 'is not', null), eb('void_reason', 'is not', null)]))
        .where('accepted_ms', '<=', to + BigInt(STALE_AFTER_MS))
        .where((eb) => eb.or([eb('settled_ms', 'is', null), eb('settled_ms', '>=', from)]))
        .execute()
      const times = rows.map(async (row) => {
        const met = await metOf(db, row)
        if (row.symbol !== symbol) return [timeOfRate(row, met ?? null)]
        return [...timesOf(row), met === undefined ? null : timeOfNothing(row, met)]
      })
      return [
        ...(await rangesWithin(db, symbol, (await Promise.all(times)).flat(), from, to)),
        ...rows.flatMap((row) => (row.symbol === symbol ? gapStretchesOf(row, from, to) : [])),
      ]
    },
  }
}
