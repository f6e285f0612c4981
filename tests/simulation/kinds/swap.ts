import * as api from '../../../src/api/money/swap.ts'
import { swapTerms } from '../../../src/rules/swap/swap.ts'
import { type Asked, minor, type SimulatedKind } from '../model.ts'
import { PRICE_AGE_MS_MAX } from '../price-age.ts'
import { Violation } from '../world.ts'

const QUOTE_MS = swapTerms.seconds * 1_000

/** Refusals while something else of the person is open. */
const OPEN = ['unfinishedTrades', 'openPositionProhibits', 'illegalOperation']

type Input = Asked & { symbol: string; from: string; to: string }

/** Quotes of coins for USDT, executed within seconds, or not. The invariants check their results. */
export const swaps: SimulatedKind<Input, api.Swap> = {
  rank: 7,
  ask: (chance, amount) => {
    const to = chance.pick(['BTC', 'XRP'])
    return {
      call: api.flashAgainstQuote,
      input: { symbol: `${to}USDT`, from: 'USDT', to, amount: String(amount) },
    }
  },
  refusals: [
    'loanNotCovered',
    'insufficientFundBalance',
    'tradingClosed',
    'priceMoved',
    'accountLocked',
    'accountFrozen',
    ...OPEN,
  ],
  checkAnswer: (key, { status }, { input }, { available, priceAgeMs, calm }) => {
    const poor = available !== undefined && available < minor(input.amount)
    const wrong: Record<string, boolean> = {
      ok: poor || status !== 'active' || priceAgeMs > PRICE_AGE_MS_MAX,
      insufficientFundBalance: available !== undefined && !poor,
      tradingClosed: priceAgeMs >= 0 && priceAgeMs < PRICE_AGE_MS_MAX / 2 && calm,
      // No good price is ever so far from another.
      priceMoved: true,
      accountLocked: status !== 'locked',
      accountFrozen: status !== 'frozen',
    }
    return wrong[key] ? [`${input.requestId} was answered ${key}: ${status}, ${available} free`] : []
  },
  lists: [api.myFlashAgainstList],
  tables: ['swaps'],
  acceptedAt: ({ quotedAt }) => quotedAt,
  actions: [
    {
      name: 'someone takes a quote',
      weight: 8,
      happen: async (world, chance) => {
        const live = world.people.flatMap((person) =>
          [...person.orders.values()]
            .filter(({ ask, ended }) => ask.kind === swaps && ended === undefined)
            .map(({ id }) => ({ id, person })),
        )
        if (live.length === 0) return
        const { id, person } = chance.pick(live)
        const { strikes } = world
        const answer = await world.ask(api.flashAgainst, { id, requestId: `take-of-${id}` }, person.token)
        const key = answer?.type === 'ok' ? 'ok' : answer?.key
        const mayBe = [
          'ok',
          'quoteExpired',
          'tradingClosed',
          'deductionFailed',
          'accountLocked',
          'accountFrozen',
          ...OPEN,
        ]
        if (key !== undefined && !mayBe.includes(key) && world.strikes === strikes) {
          throw new Violation(`who took a quote was answered ${key}`)
        }
      },
    },
  ],
  look: ({ ask: { input }, id, acceptedMs, shown }, _, completeMs, late) => {
    const { state, settledAt } = shown
    const amount = minor(input.amount)
    const until = acceptedMs + QUOTE_MS
    const wrong: string[] = []
    if (minor(shown.amount) !== amount || shown.from !== input.from || shown.to !== input.to) {
      wrong.push(`swap ${id} is of ${shown.amount} ${shown.from} for ${shown.to}`)
    }
    if (state === 'executed' && (settledAt ?? until) >= until) wrong.push(`swap ${id} was executed at ${settledAt}`)
    if (state === 'quoted' && completeMs >= until && !late) wrong.push(`swap ${id} is still quoted`)
    return { wrong, available: state === 'executed' ? -amount : 0n, held: 0n }
  },
  hasEnded: ({ state }) => state !== 'quoted',
  // Few quotes are accepted where most people have something open; money-commands covers the mix.
  endings: ['expired'],
}
