import { instrumentOf } from '../../../../src/rules/market/instruments.ts'
import { formatMoney } from '../../../../src/rules/money/money.ts'
import { symbols } from '../../../simulation/feed.ts'
import { type Asked, minor, type SimulatedKind } from '../../../simulation/model.ts'
import * as api from './api.ts'

type Input = Asked & { symbol: string; level: string; seconds: number }

/** The simulation's reservations and their expected outcomes. */
export const simulatedReservation: SimulatedKind<Input, api.Reservation> = {
  ask: (chance, amount) => {
    const symbol = chance.pick(symbols)
    const { reference, scale } = instrumentOf(symbol)
    // One of the few prices that the feed walks among, or one that it never reaches.
    const level = formatMoney(minor(reference, scale) + BigInt(chance.whole(-1, 4)), scale)
    return { call: api.reserve, input: { symbol, amount: String(amount), level, seconds: chance.whole(1, 90) } }
  },
  refusals: ['insufficientBalance', 'accountLocked', 'accountFrozen'],
  checkAnswer: (key, { status }, { input }, { available }) => {
    const poor = available !== undefined && available < minor(input.amount)
    const wrong: Record<string, boolean> = {
      ok: poor || status !== 'active',
      insufficientBalance: available !== undefined && !poor,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}, ${available} free`] : []
  },
  lists: [api.list],
  tables: ['reservations'],
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  look: ({ ask: { input }, id, acceptedMs, shown }, ticks, completeMs, late) => {
    const amount = minor(input.amount)
    const level = minor(input.level, instrumentOf(input.symbol).scale)
    const due = acceptedMs + input.seconds * 1_000
    const tick = ticks.find(
      ({ time_ms, price }) => Number(time_ms) >= acceptedMs && Number(time_ms) <= due && price >= level,
    )
    const state = tick ? 'consumed' : completeMs >= due ? 'released' : 'held'
    const behind = shown.state === 'held' && late
    const wrong =
      behind || (shown.state === state && shown.tick === (tick ? Number(tick.seq) : null))
        ? []
        : [`reservation ${id}: its state is ${shown.state} by ${shown.tick}, and should be ${state} by ${tick?.seq}`]
    return { wrong, available: shown.state === 'released' ? 0n : -amount, held: shown.state === 'held' ? amount : 0n }
  },
  hasEnded: ({ state }) => state !== 'held',
  endings: ['consumed', 'released'],
}
