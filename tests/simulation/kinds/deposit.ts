import { providerSecret } from '../../../server/deposit/secret.ts'
import { signed } from '../../../server/platform/http/signature.ts'
import * as api from '../../../src/api/money/deposit.ts'
import { depositLimits } from '../../../src/rules/deposit/deposit.ts'
import { type Ask, type Asked, minor, type Placed, type SimulatedKind } from '../model.ts'
import { Violation, type World } from '../world.ts'

type Deposit = Placed<Asked, api.Deposit>
type Outcome = api.ProviderWord['outcome']

/** The reports about each deposit, delivered or not, and the effect of the first answered one. */
const said = new WeakMap<Ask, { outcomes: Set<Outcome>; effect?: 'credited' | 'failed' }>()
const wordsOf = (ask: Ask) => {
  const words = said.get(ask) ?? { outcomes: new Set() }
  said.set(ask, words)
  return words
}

const isLive = ({ state }: api.Deposit) => state !== 'succeeded' && state !== 'failed'
const depositsIn = ({ people }: World): Deposit[] =>
  people.flatMap(({ orders }) => [...orders.values()].filter(({ ask }) => ask.kind === deposits) as Deposit[])

/** The provider's signed notification of a payment. @returns whether it was received */
async function say(world: World, { ask, shown }: Deposit, outcome: Outcome): Promise<boolean> {
  const { account, currency, amount, id } = shown
  const body = JSON.stringify({ reference: `reference-${id}`, account, currency, amount, outcome })
  const { life, strikes } = world
  const { platform, app } = life
  const words = wordsOf(ask as Ask)
  words.outcomes.add(outcome)
  const heard: { status?: number; effect?: api.ProviderEffect } = {}
  app.http
    .inject({
      method: 'POST',
      url: `/api/${api.callback.path}`,
      headers: signed(body, providerSecret(platform), platform),
      payload: body,
    })
    .then(({ statusCode, payload }) => {
      if (life.gone) return
      world.note(`word ${body}: ${statusCode} ${payload}`)
      Object.assign(heard, { status: statusCode, effect: JSON.parse(payload).message?.effect })
    })
  await world.settle()
  if (heard.status !== 200) {
    if (heard.status !== undefined && world.strikes === strikes) {
      throw new Violation(`a provider's word was answered ${heard.status}, and nothing had gone wrong`)
    }
    return false
  }
  world.count(`word: ${heard.effect}`)
  if (heard.effect === 'credited' || heard.effect === 'failed') {
    if (words.effect) throw new Violation(`deposit ${id} was ${words.effect}, and then ${heard.effect}`)
    words.effect = heard.effect
  }
  return true
}

/** Paper coins that people announce, and of which the provider says in its own time whether they came. */
export const deposits: SimulatedKind<Asked, api.Deposit> = {
  rank: 5,
  ask: (_, amount) => ({
    call: api.chargeReq,
    input: {
      ...{ way: 'crypto', currency: 'USDT', network: 'arbitrum' },
      amount: String(Number(depositLimits.crypto.min) + amount),
    } as Omit<Asked, 'requestId'>,
  }),
  refusals: ['aboveDailyLimit', 'accountLocked', 'accountFrozen'],
  checkAnswer: (key, { status }, { input }) =>
    ({ ok: status !== 'active', accountLocked: status !== 'locked', accountFrozen: status !== 'frozen' })[key]
      ? [`${input.requestId} was answered ${key}: ${status}`]
      : [],
  lists: [api.log],
  tables: ['deposits'],
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  actions: [
    {
      name: 'a provider says what came',
      weight: 9,
      happen: async (world, chance) => {
        const all = depositsIn(world)
        if (all.length === 0) return
        const live = all.filter(({ shown }) => isLive(shown))
        // Late and repeated reports concern ended deposits.
        const about = chance.pick(live.length > 0 && chance.happens(0.7) ? live : all)
        const outcome = chance.happens(0.75) ? 'confirmed' : 'failed'
        for (let times = chance.pick([1, 1, 2]); times > 0; times--) await say(world, about, outcome)
      },
    },
  ],
  look: ({ ask, id, shown }) => {
    const { outcomes, effect } = wordsOf(ask as Ask)
    const { state, arrived, amount } = shown
    const wrong: string[] = []
    if (state === 'succeeded' && (!outcomes.has('confirmed') || effect === 'failed' || arrived !== amount)) {
      wrong.push(`deposit ${id} was credited ${arrived} of ${amount}, and nobody said that it came`)
    }
    if (state === 'failed' && (!outcomes.has('failed') || effect === 'credited')) {
      wrong.push(`deposit ${id} failed, and nobody said so`)
    }
    if (effect && isLive(shown)) wrong.push(`deposit ${id} is ${state}, and was ${effect}`)
    return { wrong, available: state === 'succeeded' ? minor(arrived ?? '0') : 0n, held: 0n }
  },
  hasEnded: (shown) => !isLive(shown),
  endings: ['succeeded', 'failed'],
  conclude: async (world) => {
    for (const each of depositsIn(world)) if (isLive(each.shown)) await say(world, each, 'confirmed')
  },
}
