import * as api from '../../../src/api/savings.ts'
import { interestBy } from '../../server/savings/judge.ts'
import { type Asked, minor, type SimulatedKind } from '../model.ts'

type Input = Asked & { product: string; renew: boolean }

const DAY_MS = 5_000
/** Days and yearly rates of what people in the simulation take. */
const terms: Record<string, { days: number; rateBps: bigint }> = {
  'USDT-7': { days: 7, rateBps: 200n },
  'USDT-30': { days: 30, rateBps: 300n },
}

/** Fixed-term deposits that are not renewed. */
export const savings: SimulatedKind<Input, api.Savings> = {
  ask: (chance, amount) => ({
    call: api.place,
    input: {
      product: chance.happens(0.9) ? 'USDT-7' : 'USDT-30',
      // Beyond the least, and beyond what an option of the same person is known by.
      amount: String(1_000 + amount),
      renew: false,
    },
  }),
  refusals: ['insufficientBalance', 'accountLocked', 'accountFrozen'],
  checkAnswer: (key, { status }, { input }, { available }) => {
    const amount = minor(input.amount)
    const poor = available !== undefined && available < amount
    const wrong: Record<string, boolean> = {
      ok: poor || status !== 'active',
      insufficientBalance: available !== undefined && !poor,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}, ${available} free`] : []
  },
  lists: [api.order],
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  look: ({ ask: { input }, id, acceptedMs, shown }, _, completeMs, late) => {
    const { days, rateBps } = terms[input.product] ?? { days: 0, rateBps: 0n }
    const amount = minor(input.amount)
    const interest = interestBy(amount, rateBps, BigInt(days))
    const due = acceptedMs + days * DAY_MS
    const state = completeMs >= due ? 'matured' : 'running'
    const wrong: string[] = []
    if (shown.state !== state && !(shown.state === 'running' && late)) {
      wrong.push(`deposit ${id}: its state is ${shown.state}, and should be ${state}`)
    }
    const earned = shown.state === 'matured' ? interest : 0n
    if (minor(shown.interest) !== interest || minor(shown.earned) !== earned || shown.maturesAt !== due) {
      wrong.push(`deposit ${id}: ${JSON.stringify(shown)}, and its interest is ${interest}`)
    }
    const isLive = shown.state === 'running'
    return { wrong, available: isLive ? -amount : interest, held: isLive ? amount : 0n }
  },
  hasEnded: ({ state }) => state !== 'running',
  endings: ['matured'],
}
