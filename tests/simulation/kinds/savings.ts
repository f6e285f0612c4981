import * as api from '../../../src/api/money/savings.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { interestBy } from '../../server/savings/judge.ts'
import { type Asked, minor, type Person, type SimulatedKind } from '../model.ts'
import { Violation, type World } from '../world.ts'

type Input = Asked & { product: string; renew: boolean }

const DAY_MS = 5_000
/** Days and yearly rates of the simulated products. */
const terms: Record<string, { days: number; rateBps: bigint }> = Object.fromEntries(
  savingsProducts.slice(0, 2).map(({ id, days, rateBps }) => [id, { days, rateBps: BigInt(rateBps) }]),
)

/** Running deposits at the last full check. */
const liveIn = ({ people }: World): { person: Person; shown: api.Savings }[] =>
  people.flatMap((person) =>
    [...person.orders.values()]
      .filter(({ ask, ended }) => ask.kind === savings && ended === undefined)
      .map(({ shown }) => ({ person, shown: shown as api.Savings })),
  )

/** Fixed-term deposits that are not renewed. */
export const savings: SimulatedKind<Input, api.Savings> = {
  rank: 3,
  ask: (chance, amount) => ({
    call: api.place,
    input: {
      product: chance.happens(0.9) ? 'USDT-7' : 'USDT-30',
      // Above the minimum, and distinct from the amounts of the person's options.
      amount: String(1_000 + amount),
      renew: false,
    },
  }),
  refusals: ['loanHosting', 'loanNotCovered', 'insufficientBalance', 'accountLocked', 'accountFrozen'],
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
  tables: ['savings'],
  actions: [
    {
      name: 'someone cancels a deposit',
      weight: 4,
      happen: async (world, chance) => {
        const live = liveIn(world)
        if (live.length === 0) return
        const { person, shown } = chance.pick(live)
        const { strikes } = world
        const answer = await world.ask(api.cancel, { id: shown.id, requestId: `cancel-of-${shown.id}` }, person.token)
        const key = answer?.type === 'ok' ? 'ok' : answer?.key
        const mayBe = ['ok', 'orderNotCancellable', 'cancelFailed', 'accountLocked', 'accountFrozen']
        if (key !== undefined && !mayBe.includes(key) && world.strikes === strikes) {
          throw new Violation(`who cancelled a deposit was answered ${key}`)
        }
      },
    },
  ],
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  look: ({ ask: { input }, id, acceptedMs, shown }, _, completeMs, late) => {
    const { days, rateBps } = terms[input.product] ?? { days: 0, rateBps: 0n }
    const amount = minor(input.amount)
    const interest = interestBy(amount, rateBps, BigInt(days))
    const due = acceptedMs + days * DAY_MS
    const state = completeMs >= due ? 'matured' : 'running'
    const wrong: string[] = []
    // Cancelled before maturity, it earns no interest.
    const isCancelled = shown.state === 'cancelled' && (shown.settledAt ?? due) < due
    if (shown.state !== state && !isCancelled && !(shown.state === 'running' && late)) {
      wrong.push(`deposit ${id}: its state is ${shown.state}, and should be ${state}`)
    }
    const earned = shown.state === 'matured' ? interest : 0n
    if (minor(shown.interest) !== interest || minor(shown.earned) !== earned || shown.maturesAt !== due) {
      wrong.push(`deposit ${id}: ${JSON.stringify(shown)}, and its interest is ${interest}`)
    }
    const isLive = shown.state === 'running'
    return { wrong, available: isLive ? -amount : earned, held: isLive ? amount : 0n }
  },
  hasEnded: ({ state }) => state !== 'running',
  endings: ['matured', 'cancelled'],
}
