import { info, logout } from '../../src/api/account/user.ts'
import type { Chance } from './chance.ts'
import { badTicks, symbols } from './feed.ts'
import type { Ask, Person } from './model.ts'
import { Violation, type World } from './world.ts'

/** Something that people, prices or bad luck do to the server. */
export type Action = { name: string; weight: number; happen(world: World, chance: Chance): Promise<void> | void }

const SECOND_MS = 1_000

const pickPerson = ({ people }: World, chance: Chance) => chance.pick(people)

/** A new request for an order of some kind. */
function newAsk(world: World, person: Person, chance: Chance): Ask {
  const number = person.asks.length
  const kind = world.kinds.length > 1 ? chance.pick(world.kinds) : world.kinds[0]
  if (!kind) throw new Error('there is nothing to order')
  const { call, input } = kind.ask(chance, 10 + (number % 900), world.clock.now())
  const requestId = `request-${person.username}-${String(number).padStart(6, '0')}`
  const ask: Ask = {
    kind,
    call,
    input: { requestId, ...person.terms.get(kind), ...input },
    from: Number.POSITIVE_INFINITY,
    to: 0,
    state: 'unsent',
  }
  person.asks.push(ask)
  return ask
}

function expectAnswer(world: World, { kind }: Ask, answer: string | undefined, strikes: number): void {
  world.count(`answer: ${answer ?? 'none'}`)
  if (answer === undefined || answer === 'ok' || kind.refusals.includes(answer)) return
  if (answer === 'serverError' && world.strikes > strikes) return
  throw new Violation(`a request was answered by ${answer}`)
}

async function trade(world: World, requests: Parameters<World['trade']>[0]): Promise<void> {
  const { strikes } = world
  const answers = await world.trade(requests)
  for (const [at, { ask }] of requests.entries()) expectAnswer(world, ask, answers[at], strikes)
}

function buy(world: World, chance: Chance): Promise<void> {
  const person = pickPerson(world, chance)
  return trade(world, [{ person, ask: newAsk(world, person, chance), unheard: false }])
}

export const actions: readonly Action[] = [
  {
    name: 'someone buys',
    weight: 20,
    happen: buy,
  },
  {
    name: 'several buy at once',
    weight: 8,
    happen: (world, chance) =>
      trade(
        world,
        Array.from({ length: chance.whole(2, 5) }, () => {
          const person = pickPerson(world, chance)
          return { person, ask: newAsk(world, person, chance), unheard: chance.happens(0.2) }
        }),
      ),
  },
  {
    name: 'someone buys and hears no answer',
    weight: 5,
    happen: (world, chance) => {
      const person = pickPerson(world, chance)
      return trade(world, [{ person, ask: newAsk(world, person, chance), unheard: true }])
    },
  },
  {
    name: 'a request comes twice at once',
    weight: 5,
    happen: (world, chance) => {
      const person = pickPerson(world, chance)
      const ask = newAsk(world, person, chance)
      return trade(world, [
        { person, ask, unheard: false },
        { person, ask, unheard: false },
      ])
    },
  },
  {
    name: 'a request waits on its way',
    weight: 3,
    happen: (world, chance) => void newAsk(world, pickPerson(world, chance), chance),
  },
  {
    name: 'old requests come again, in any order',
    weight: 8,
    happen: (world, chance) => {
      const all = world.people.flatMap((person) => person.asks.map((ask) => ({ person, ask, unheard: false })))
      if (all.length === 0) return
      return trade(
        world,
        Array.from({ length: chance.whole(1, 4) }, () => chance.pick(all)),
      )
    },
  },
  {
    name: 'a request id comes with another body',
    weight: 2,
    happen: async (world, chance) => {
      const person = pickPerson(world, chance)
      const bought = person.asks.filter(({ state }) => state === 'bought')
      if (bought.length === 0 || person.status !== 'active') return
      const { kind, call, input } = chance.pick(bought)
      const another = kind.other?.(input) ?? { ...input, amount: '11.5' }
      const other: Ask = { kind, call, input: another, from: 0, to: 0, state: 'unsent' }
      const { strikes } = world
      const [answer] = await world.trade([{ person, ask: other, unheard: false }])
      if (answer !== undefined && answer !== 'requestReused' && world.strikes === strikes) {
        throw new Violation(`another body under the same id was answered by ${answer}`)
      }
    },
  },
  { name: 'time passes', weight: 15, happen: (world, chance) => world.advance(chance.whole(1, 40) * SECOND_MS) },
  { name: 'all prices stall', weight: 3, happen: ({ feed }, chance) => feed.stall(chance.whole(1, 15) * SECOND_MS) },
  {
    name: 'one price stalls',
    weight: 4,
    happen: ({ feed }, chance) => feed.stall(chance.whole(1, 40) * SECOND_MS, chance.pick(symbols)),
  },
  {
    name: 'bad prices come',
    weight: 5,
    happen: ({ feed }, chance) => {
      for (let left = chance.whole(1, 4); left > 0; left--) feed.slip(chance.pick(badTicks), chance.pick(symbols))
    },
  },
  { name: 'prices come twice', weight: 2, happen: ({ feed }) => feed.repeat() },
  {
    name: 'the machine sleeps',
    weight: 3,
    happen: async (world, chance) => {
      world.trouble()
      const hour = 3_600 * SECOND_MS
      world.clock.jump(
        chance.pick([2, 7, 20, 45, 90]) * SECOND_MS + (chance.happens(0.1) ? chance.pick([1, 13, 24]) * hour : 0),
      )
      await world.advance(SECOND_MS)
    },
  },
  {
    name: 'the clock is set',
    weight: 4,
    happen: async (world, chance) => {
      world.trouble()
      if (chance.happens(0.3)) world.feed.stall(2 * SECOND_MS)
      world.clock.set(chance.pick([-20_000, -5_000, -1_500, -700, -300, -50, 50, 400, 2_000, 30_000]))
      if (chance.happens(0.5)) await buy(world, chance)
      await world.advance(chance.whole(0, 3) * SECOND_MS)
    },
  },
  {
    name: 'the server restarts',
    weight: 4,
    happen: (world, chance) => {
      world.downMs = chance.pick([0, 50, 900, 4_000, 20_000])
      return world.stop()
    },
  },
  {
    name: 'the server crashes',
    weight: 4,
    happen: (world, chance) => {
      world.downMs = chance.pick([0, 50, 900, 4_000, 20_000])
      world.life.crash()
      return world.settle()
    },
  },
  {
    name: 'a device connects',
    weight: 6,
    happen: (world, chance) => {
      const { token } = pickPerson(world, chance)
      world.connect(chance.happens(0.9) ? token : null, chance.happens(0.1))
      return world.settle()
    },
  },
  {
    name: 'a device is gone',
    weight: 4,
    happen: ({ devices }, chance) => {
      if (devices.length > 0) chance.pick(devices).drop()
    },
  },
  {
    name: 'a device babbles',
    weight: 2,
    happen: (world, chance) => {
      if (world.devices.length === 0) return
      const device = chance.pick(world.devices)
      device.babble(chance.pick(['{', '{"type":"none"}', 'x'.repeat(5_000), '{"type":"ping","id":1}']))
      return world.settle()
    },
  },
  {
    name: 'someone signs out and in',
    weight: 2,
    happen: async (world, chance) => {
      const person = pickPerson(world, chance)
      if (person.status === 'frozen') return
      await world.ask(logout, {}, person.token)
      await world.signIn(person)
      await world.ok(info, {}, person.token)
    },
  },
  {
    name: 'someone is locked, frozen or let go',
    weight: 2,
    happen: async (world, chance) => {
      const person = pickPerson(world, chance)
      await world.setStatus(person, person.status === 'active' ? chance.pick(['locked', 'frozen']) : 'active')
      await trade(world, [{ person, ask: newAsk(world, person, chance), unheard: false }])
    },
  },
]
