import * as api from '../../../src/api/trade/spot.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { filledBy } from '../../server/spot/judge.ts'
import { type Asked, minor, type SimulatedKind } from '../model.ts'
import { PRICE_AGE_MS_MAX } from '../price-age.ts'

type Input = Asked & {
  symbol: string
  side: 'buy'
  type: 'market' | 'limit'
  timeInForce: 'gtc' | 'ioc' | 'postOnly'
  price?: string
  quantity: string
}

const units: Record<string, bigint> = { BTCUSDT: 10n, XRPUSDT: 10n }

const rank = (state: string) => (state === 'pending' ? 0 : /^(resting|filling)/.test(state) ? 1 : 2)

/** Coins bought at the market and at limits that the feed reaches, or does not. */
export const spots: SimulatedKind<Input, api.SpotOrder> = {
  rank: 2,
  ask: (chance, amount) => {
    const symbol = chance.pick(['BTCUSDT', 'XRPUSDT'])
    const { reference, scale, quantityScale } = instrumentOf(symbol)
    const isLimit = chance.happens(0.6)
    // A price the feed soon reaches, also for an order that starts at the second level.
    const [least, most] = symbol === 'BTCUSDT' ? [473, 478] : [0, 3]
    const price = formatMoney(minor(reference, scale) + BigInt(chance.whole(least, most)), scale)
    return {
      call: api.trade,
      input: {
        ...{ symbol, side: 'buy', amount: String(amount) },
        quantity: formatMoney((units[symbol] ?? 0n) * BigInt(amount), quantityScale),
        ...(isLimit
          ? { type: 'limit', price, timeInForce: chance.pick(['gtc', 'ioc', 'postOnly'] as const) }
          : { type: 'market', timeInForce: 'gtc' }),
      },
    }
  },
  amountOf: ({ symbol, quantity }) =>
    String(minor(quantity, instrumentOf(symbol).quantityScale) / (units[symbol] ?? 1n)),
  other: (input) => ({ ...input, side: 'sell' as 'buy' }),
  refusals: [
    'loanNotCovered',
    'insufficientBalance',
    'tradingClosed',
    'unfinishedTrades',
    'accountLocked',
    'accountFrozen',
  ],
  checkAnswer: (key, { status }, { input }, { priceAgeMs, calm }) => {
    const wrong: Record<string, boolean> = {
      ok: status !== 'active' || priceAgeMs > PRICE_AGE_MS_MAX,
      tradingClosed: priceAgeMs >= 0 && priceAgeMs < PRICE_AGE_MS_MAX / 2 && calm,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}`] : []
  },
  lists: [api.list],
  tables: ['spots'],
  isAsked: ({ strategyId }) => strategyId === null,
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  openedAt: ({ fills, type }) => (type === 'market' ? (fills[0]?.tick ?? null) : null),
  look: ({ id, ask: { input }, shown, acceptedMs }, ticks, completeMs, late) => {
    const { symbol, timeInForce, type } = input
    const { scale, quantityScale } = instrumentOf(symbol)
    const bound = minor(shown.bound, scale)
    const quantity = minor(shown.quantity, quantityScale)
    // Each is smaller than any level: the first tick within its price fills it whole.
    const since = ticks.filter(({ time_ms }) => Number(time_ms) >= acceptedMs)
    const order = { symbol, side: 'buy', bound, level: BigInt(shown.level) } as const
    const by = (tick: (typeof ticks)[number]) => filledBy(order, quantity, tick)
    const first = since.find(({ time_ms }) => Number(time_ms) <= acceptedMs + PRICE_AGE_MS_MAX)
    const isOver = first !== undefined || completeMs > acceptedMs + PRICE_AGE_MS_MAX
    const stands = type === 'limit' && (timeInForce === 'gtc' || (timeInForce === 'postOnly' && isOver && !first))
    const fills = (tick: (typeof ticks)[number] | undefined) => tick && by(tick).quantity > 0n
    const rests = timeInForce === 'postOnly' && first && !fills(first)
    const tick =
      stands || rests ? since.find(fills) : timeInForce === 'postOnly' ? undefined : fills(first) ? first : undefined
    const state = tick ? 'filled' : !isOver ? 'pending' : stands || rests ? 'resting.waiting' : 'returned'
    const wrong: string[] = []
    const behind = rank(shown.state) < rank(state)
    if (!(behind && late)) {
      const is = `${shown.state} at ${shown.fills[0]?.tick.seq}`
      const should = `${state} at ${tick?.seq}`
      if (is !== should) wrong.push(`spot order ${id} is ${is}, and should be ${should}`)
    }
    const held = minor(shown.held)
    if (behind || !tick) return { wrong, available: -held, held }
    const { worth, fee } = by(tick)
    return { wrong, available: -worth - fee, held: 0n }
  },
  hasEnded: ({ list }) => list === 1,
  endings: ['filled', 'returned'],
}
