import * as spot from '../../../src/api/trade/spot.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { STRATEGY_ORDER_MIN } from '../../../src/rules/strategy/strategy.ts'
import { type Asked, minor, type Person, type SimulatedKind } from '../model.ts'
import { PRICE_AGE_MS_MAX } from '../price-age.ts'
import type { World } from '../world.ts'

type Input = Asked & { type: 'recurring'; symbol: string; days: 1 }

/** A day of five seconds is too short for a turn. */
const TURN_MS = 10_000

/** Running strategies at the last full check, of people who may act. */
const liveIn = ({ people }: World): { person: Person; shown: api.Strategy }[] =>
  people
    .filter(({ status }) => status === 'active')
    .flatMap((person) =>
      [...person.orders.values()]
        .filter(({ ask, ended }) => ask.kind === strategies && ended === undefined)
        .map(({ shown }) => ({ person, shown: shown as api.Strategy })),
    )

const act = (world: World, call: typeof api.stop, person: Person, id: string) =>
  world.ask(call, { id, requestId: `act-${world.life.platform.ids()}` }, person.token)

/** Recurring buys, which go on until they are ended, through pauses of their own and of others. */
export const strategies: SimulatedKind<Input, api.Strategy> = {
  ask: (chance, amount) => ({
    call: api.submit,
    input: {
      type: 'recurring',
      symbol: chance.pick(['BTCUSDT', 'XRPUSDT']),
      amount: String(Number(STRATEGY_ORDER_MIN) + amount),
      days: 1,
    },
  }),
  refusals: [
    'loanNotCovered',
    ...['insufficientBalance', 'tradingClosed', 'unfinishedTrades', 'strategiesReached'],
    ...['accountLocked', 'accountFrozen'],
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
  tables: ['strategies', 'spots'],
  placed: { call: spot.list, of: ({ id }) => ({ strategy: id }) },
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  look: ({ ask: { input }, id, acceptedMs, shown, placed = [] }, _, completeMs) => {
    const orders = placed as readonly spot.SpotOrder[]
    const wrong: string[] = []
    const ended = orders.filter(({ list }) => list === 1)
    const live = orders.filter(({ list }) => list === 0)
    const paid = orders.reduce((sum, { worth, fee }) => sum + minor(worth) + minor(fee), 0n)
    const held = live.reduce((sum, each) => sum + minor(each.held), 0n)
    const most = minor(input.amount)
    for (const { id: order, worth, fee, held: holds } of orders) {
      if (minor(worth) + minor(fee) + minor(holds) > most)
        wrong.push(`order ${order} costs more than its strategy’s amount`)
    }
    // The first at once, and one for each turn that has come: none before its time, and none twice.
    const turns = Math.floor((completeMs + TURN_MS - acceptedMs) / TURN_MS) + 1
    if (orders.length > turns || live.length > 1)
      wrong.push(`strategy ${id}: ${orders.length} orders in ${turns} turns`)
    const noted = ended.filter(({ filled }) => minor(filled) > 0n).length
    if (
      shown.buys > noted ||
      (shown.status === 1 && (shown.buys < noted || live.length > 0 || minor(shown.spent) !== paid))
    ) {
      wrong.push(`strategy ${id} ${shown.state}: ${shown.buys} buys for ${shown.spent}, of ${noted} for ${paid}`)
    }
    if (shown.state === 'failed') wrong.push(`strategy ${id} failed: ${shown.reason}`)
    return { wrong, available: -paid - held, held }
  },
  hasEnded: ({ status }) => status === 1,
  endings: ['ended'],
  actions: [
    {
      name: 'someone pauses a strategy, or goes on with it',
      weight: 4,
      happen: async (world, chance) => {
        const live = liveIn(world)
        if (live.length === 0) return
        const { person, shown } = chance.pick(live)
        await act(world, shown.state === 'paused' ? api.resume : api.pause, person, shown.id)
      },
    },
  ],
  conclude: async (world) => {
    for (const { person, shown } of liveIn(world)) {
      if (shown.state !== 'ending') await act(world, api.stop, person, shown.id)
    }
  },
}
