import { strategyKind } from '../../../server/strategy/kind.ts'
import type { StrategyRow } from '../../../server/strategy/order.ts'
import type { Strategy } from '../../../src/api/trade/strategy.ts'
import { asText, type Judge } from '../kit/judge.ts'

type Step = Record<'low' | 'high' | 'quantity' | 'order' | 'coins' | 'spent' | 'received', bigint>

const stepsIn = ({ steps }: StrategyRow): Step[] =>
  JSON.parse(steps, (_, value) => (typeof value === 'string' ? BigInt(value) : value))

/** A strategy: its orders in sequence, one per step, and its totals those of their results. */
export const strategyJudge: Judge<StrategyRow, Strategy> = {
  kind: strategyKind,
  example: {
    of: 'a recurring buy',
    order: { id: 'strategy', user_id: 'user', currency: 'USDT' },
  },
  answers: ({ asked }) => 1 + Number(asked),
  terms: ({ type, symbol, currency, amount, days, daySeconds, lower, upper, steps, acceptedAt }) => [
    ...[type, symbol, currency, amount, days, daySeconds, lower, upper, acceptedAt],
    steps.map(({ low, high, quantity }) => [low, high, quantity]),
  ],
  money: ({ id }, { steps }) => (steps.length === 0 ? [] : [`money: strategy ${id} has moved money: ${steps}`]),
  byTheRecord: async (db, row) => {
    const lines: string[] = []
    const expect = (what: string, is: unknown, should: unknown) => {
      if (asText(is) !== asText(should))
        lines.push(`${what}: strategy ${row.id} ${row.state}: ${asText(is)}, not ${asText(should)}`)
    }
    const all = await db.selectFrom('spots').selectAll().where('strategy_id', '=', row.id).orderBy('id').execute()
    const steps = stepsIn(row)
    const sums = { buys: 0n, sells: 0n, spent: 0n, received: 0n, fees: 0n, coins: 0n, rounds: 0n, realised: 0n }
    for (const [at, step] of steps.entries()) {
      let round = { coins: 0n, spent: 0n, received: 0n }
      const orders = all
        .map((order) => ({ order, number: Number(order.strategy_step?.split('/')[1]) }))
        .filter(({ order }) => order.strategy_step?.split('/')[0] === String(at))
        .sort((a, b) => a.number - b.number)
      expect(
        'orders',
        orders.map(({ number }) => number),
        orders.map((_, index) => index + 1),
      )
      for (const { order, number } of orders) {
        // One at a time: none is placed before the one before it was noted.
        if (BigInt(number) >= step.order) {
          expect('orders', BigInt(number), step.order)
          continue
        }
        expect('noted', order.settled_ms === null, false)
        if (row.type === 'grid') expect('side', order.side, round.coins > 0n ? 'sell' : 'buy')
        const paid = order.side === 'buy' ? order.worth + order.fee : 0n
        const got = order.side === 'sell' ? order.worth - order.fee : 0n
        const coins = order.side === 'buy' ? order.filled : -order.filled
        round = { coins: round.coins + coins, spent: round.spent + paid, received: round.received + got }
        sums.spent += paid
        sums.received += got
        sums.fees += order.fee
        sums.coins += coins
        if (order.filled > 0n) sums[order.side === 'buy' ? 'buys' : 'sells'] += 1n
        if (order.side === 'sell' && round.coins === 0n) {
          sums.rounds += 1n
          sums.realised += round.received - round.spent
          round = { coins: 0n, spent: 0n, received: 0n }
        }
      }
      if (row.type === 'grid') expect('step', { coins: step.coins, spent: step.spent, received: step.received }, round)
    }
    const { buys, sells, spent, received, fees, coins, rounds, realised } = row
    expect('sums', { buys, sells, spent, received, fees, coins, rounds, realised }, sums)
    // A grid's holdings and open buys never cost more than its amount.
    const held = all.reduce((sum, order) => sum + (order.side === 'buy' ? order.held : 0n), 0n)
    if (row.type === 'grid' && spent - received + realised + held > row.amount) {
      lines.push(`budget: strategy ${row.id} has ${held} held and ${spent - received} spent of ${row.amount}`)
    }
    return lines
  },
}
