import type { Judge } from '../../kit/judge.ts'
import { asText } from '../../kit/judge.ts'
import type { Reservation } from './api.ts'
import { kind, type Row } from './module.ts'

const stepsOf: Record<Row['state'], string[]> = {
  held: ['holdAmount'],
  consumed: ['consumeHold', 'holdAmount'],
  released: ['holdAmount', 'releaseHold'],
}

export const reservationJudge: Judge<Row, Reservation> = {
  kind,
  example: { of: 'a reservation of 100 USDT', order: { user_id: 'user', currency: 'USDT', amount: 100_000_000n } },
  terms: ({ symbol, currency, amount, level, acceptedAt }) => [symbol, currency, amount, level, acceptedAt],
  money: ({ id, state, amount }, { steps, sumOf }) => {
    const free = state === 'released' ? 0n : -amount
    const held = state === 'held' ? amount : 0n
    const right = asText(steps) === asText(stepsOf[state]) && sumOf('available') === free && sumOf('held') === held
    return right ? [] : [`money: order ${id} ${state}: ${steps}`]
  },
  byTheRecord: async (db, { id, state, symbol, level, accepted_ms, tick_seq }) => {
    const reached = await db
      .selectFrom('ticks')
      .select('seq')
      .where('symbol', '=', symbol)
      .where('time_ms', '>=', accepted_ms)
      .where('price', '>=', level)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    const expected = state === 'consumed' ? reached?.seq : null
    return expected === tick_seq ? [] : [`by the record: order ${id} is ${state} by ${tick_seq}, not ${reached?.seq}`]
  },
}
