import fc from 'fast-check'
import { expect } from 'vitest'
import * as forex from '../../src/api/trade/forex.ts'
import * as lever from '../../src/api/trade/lever.ts'
import * as microtrade from '../../src/api/trade/microtrade.ts'
import * as spot from '../../src/api/trade/spot.ts'
import type { Call, Envelope } from '../../src/api/wire/call.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../src/rules/money/money.ts'

/*
 * Commands of people who trade in every way at once, while prices move, jump, stand still and fail to come. What each of them is answered follows
 * from how the order stands; what becomes of its money is judged by the judges of the kinds, which the invariants ask after each command.
 */

/** A request that was answered, and how. */
type Sent = { call: Call; input: Record<string, unknown>; answer: unknown }
export type Person = { token: string; sent: Sent[] }
export type Model = { people: Person[] }

/** Where the commands are carried out. */
export type Real = {
  /** Outcomes seen in any run. */
  seen: Set<string>
  requests: number
  /** The traded symbols by kind. */
  symbols: Readonly<Record<'lever' | 'spot' | 'forex', readonly string[]>>
  /** Whether nothing moves but by a command. */
  isStill: boolean
  /** The answers to a request that is sent so often at the same moment. */
  send(call: Call, input: Record<string, unknown>, token: string, times: number): Promise<Envelope<unknown>[]>
  /** The price that is shown now. */
  price(symbol: string): Promise<string>
  pass(seconds: number, shape: Shape): Promise<void>
  restart(): Promise<void>
  /** Violated invariants, one per line. */
  check(): Promise<string[]>
}
/** How prices come while time passes: `move` in hundredths of a percent at each tick. */
export type Shape = { move: number; ticks: 'each second' | 'twice' | 'none' }

type Command = fc.AsyncCommand<Model, Real>
type Answer = Envelope<unknown>
type Order = { id: string; state: string; symbol: string; list: number; type?: string; dealPrice?: string | null }

const keyOf = (answer: Answer): string => (answer.type === 'ok' ? 'ok' : (answer.key ?? 'nothing'))

/** Sends one request once, or twice at the same moment: both get the same answer. @param expected allowed answers */
async function ask(
  real: Real,
  person: Person,
  call: Call,
  { twice, ...input }: Record<string, unknown> & { twice: boolean },
  expected: readonly string[],
): Promise<void> {
  real.requests += 1
  const sent = { requestId: `request-of-the-orders-${real.requests}`, ...input }
  const answers = await real.send(call, sent, person.token, twice ? 2 : 1)
  const [answer] = answers
  if (!answer) throw new Error('no answer')
  expect(expected, `${call.path} ${JSON.stringify(sent)}`).toContain(keyOf(answer))
  for (const each of answers) if (real.isStill || each.type === answer.type) expect(each).toEqual(answer)
  real.seen.add(`${call.path} ${keyOf(answer)}`)
  if (answer.type === 'ok') person.sent.push({ call, input: sent, answer: answer.message })
}

const listOf = async (real: Real, person: Person, call: Call): Promise<Order[]> => {
  const [answer] = await real.send(call, { limit: 100 }, person.token, 1)
  if (answer?.type !== 'ok') throw new Error(`${call.path}: ${JSON.stringify(answer)}`)
  return answer.message as Order[]
}

/** A price this many hundredths of a percent away from the shown one. */
async function near(real: Real, symbol: string, bps: number): Promise<string> {
  const { scale } = instrumentOf(symbol)
  const now = parseMoney(await real.price(symbol), scale) ?? 0n
  return formatMoney((now * BigInt(10_000 + bps)) / 10_000n, scale)
}

type Run<Args> = (given: { person: Person; other: Person }, real: Real, args: Args) => Promise<unknown>

/** A command with its arguments; `who`: which of the two people acts. */
const command = <Args extends Record<string, unknown>>(
  name: string,
  args: { [Name in keyof Args]: fc.Arbitrary<Args[Name]> },
  run: Run<Args>,
): fc.Arbitrary<Command> =>
  fc.record({ ...args, who: fc.constantFrom(0, 0, 1) } as Record<string, fc.Arbitrary<unknown>>).map((given) => ({
    check: () => true,
    run: async ({ people }, real) => {
      const [one, two] = people
      if (!one || !two) throw new Error('nobody')
      const [person, other] = given.who === 0 ? [one, two] : [two, one]
      await run({ person, other }, real, given as Args)
      expect(await real.check()).toEqual([])
    },
    toString: () => `${name} ${JSON.stringify(given)}`,
  }))

const twice = fc.boolean()
const which = fc.nat(5)
/** Mostly one that is live. */
const oneOf = (all: readonly Order[], number: number): Order | undefined => {
  const live = all.filter(({ list }) => list === 0)
  return live.length > 0 && number < 4 ? pick(live, number) : pick(all, number)
}
const pick = <T>(all: readonly T[], number: number): T | undefined => all[number % Math.max(all.length, 1)]
const market = 'tradingClosed'
const poor = 'insufficientBalance'

const quantities: Record<string, readonly string[]> = {
  BTCUSDT: ['0.001', '0.02', '0.1', '3'],
  XRPUSDT: ['20', '1000', '150000'],
  EURUSD: ['100', '2000'],
}
const size = fc.nat(3)
const quantityOf = (symbol: string, at: number) => pick(quantities[symbol] ?? [], at) ?? ''

const buysOption = command('buys an option', { rises: fc.boolean(), twice }, ({ person }, real, { rises, twice }) => {
  const input = { symbol: 'BTCUSDT', direction: rises ? 'rise' : 'fall', currency: 'USDT', amount: '300', seconds: 30 }
  return ask(real, person, microtrade.submit, { ...input, twice }, ['ok', market, poor])
})

const opens = command(
  'opens a contract',
  {
    ...{ symbol: fc.nat(2), isLong: fc.boolean(), isLimit: fc.constantFrom(false, false, true), size, twice },
    leverage: fc.constantFrom(1, 10, 20, 50),
    /** How far away its stops are, in hundredths of a percent; 0: none. */
    stops: fc.constantFrom(0, 5, 30, -5),
    away: fc.constantFrom(0, 3, 40),
  },
  async ({ person }, real, { symbol: at, isLong, isLimit, size, leverage, stops, away, twice }) => {
    const symbol = pick(real.symbols.lever, at) ?? ''
    const sign = isLong ? 1 : -1
    const input = {
      ...{ symbol, direction: isLong ? 'long' : 'short', leverage, quantity: quantityOf(symbol, size) },
      ...(isLimit ? { type: 'limit', price: await near(real, symbol, -sign * away) } : { type: 'market' }),
      ...(stops !== 0 && { takeProfit: await near(real, symbol, sign * stops) }),
      ...(stops !== 0 && { stopLoss: await near(real, symbol, -sign * (stops + away)) }),
    }
    const wrong = ['takeProfitTooLow', 'takeProfitTooHigh', 'stopLossTooHigh', 'stopLossTooLow', 'limitSellTooLow']
    const expected = [
      'ok',
      market,
      poor,
      'leverageTooHigh',
      'aboveMaximum',
      ...(stops < 0 || isLimit || !real.isStill ? wrong : []),
    ]
    return ask(real, person, lever.submit, { ...input, twice }, expected)
  },
)

/** The answer to an act on a contract while prices stand still. */
const onContract = ({ state }: Order, from: readonly string[], otherwise: string) =>
  ['pending', 'cancelling'].includes(state) || state.startsWith('open')
    ? from.includes(state)
      ? 'ok'
      : otherwise
    : 'orderGone'
/** Where orders move by themselves, an act may come too late in any way. */
const late = ['ok', 'orderGone', 'cannotClose', 'closeFailed', 'tradeStatusAbnormal', 'orderNotCancellable']
const answers = (real: Real, exact: string, ...also: string[]) =>
  real.isStill ? [exact, ...also] : [...late, exact, ...also]

/** Acts on one of the newest contracts, or on another user's. */
const act = (
  name: string,
  call: Call,
  asks: (order: Order, real: Real, at: number) => Promise<{ input: Record<string, unknown>; expected: string[] }>,
) =>
  command(
    name,
    { which, at: fc.nat(3), isTheirs: fc.constantFrom(false, false, false, true), twice },
    async ({ person, other }, real, given) => {
      const order = oneOf(await listOf(real, given.isTheirs ? other : person, lever.myTrade), given.which)
      if (!order) return undefined
      const { input, expected } = await asks(order, real, given.at)
      return ask(
        real,
        person,
        call,
        { id: order.id, ...input, twice: given.twice },
        given.isTheirs ? ['dataNotFound'] : expected,
      )
    },
  )

const standing = ['open.standing', 'open.changing']
const closes = act('closes a contract', lever.close, async (order, real, at) => {
  const exact = onContract(order, standing, 'cannotClose')
  const unit = quantityOf(order.symbol, 0)
  return at < 2
    ? { input: {}, expected: answers(real, exact) }
    : { input: { quantity: unit }, expected: answers(real, exact, ...(exact === 'ok' ? ['cannotClose'] : [])) }
})
const setsStops = act('sets stops', lever.setStop, async (order, real, at) => {
  const stopLoss = at === 0 ? undefined : await near(real, order.symbol, at === 1 ? 2 : -2)
  const wrong = ['stopLossTooHigh', 'stopLossTooLow']
  const exact = onContract(
    order,
    ['open.standing'],
    order.dealPrice === null ? 'orderStatusError' : 'tradeStatusAbnormal',
  )
  const isValidated = stopLoss !== undefined && order.dealPrice !== null && exact !== 'orderGone'
  return {
    input: stopLoss === undefined ? {} : { stopLoss },
    expected: answers(
      real,
      exact,
      ...(isValidated || !real.isStill ? wrong : []),
      ...(real.isStill ? [] : ['orderStatusError']),
    ),
  }
})
const adds = act('adds margin', lever.addMargin, async (order, real, at) => {
  const exact = onContract(order, ['open.standing'], 'tradeStatusAbnormal')
  return {
    input: { amount: at === 0 ? '20000' : '25' },
    expected: answers(real, exact, ...(exact === 'ok' ? [poor] : [])),
  }
})
const takesBack = act('takes a contract back', lever.cancel, async (order, real) => {
  const exact = onContract(order, order.type === 'limit' ? ['pending'] : [], 'orderNotCancellable')
  return { input: {}, expected: answers(real, exact) }
})
const closesAll = command('closes all contracts', { twice }, ({ person }, real, { twice }) =>
  ask(real, person, lever.closeAll, { twice }, real.isStill ? ['ok'] : ['ok', ...late]),
)

const trades = command(
  'trades on the spot',
  {
    ...{ symbol: fc.nat(1), buys: fc.constantFrom(true, true, false), size: fc.nat(2), twice },
    away: fc.constantFrom(0, 2, 40, -2),
    how: fc.constantFrom(undefined, 'gtc', 'gtc', 'ioc', 'postOnly'),
  },
  async ({ person }, real, { symbol: at, buys, size, away, how, twice }) => {
    const symbol = pick(real.symbols.spot, at) ?? ''
    const limit = how && { type: 'limit', timeInForce: how, price: await near(real, symbol, buys ? -away : away) }
    const input = { symbol, side: buys ? 'buy' : 'sell', quantity: quantityOf(symbol, size), type: 'market', ...limit }
    const expected = [
      'ok',
      market,
      poor,
      'aboveMaximum',
      'unfinishedTrades',
      ...(how && !buys ? ['limitSellTooLow'] : []),
    ]
    return ask(real, person, spot.trade, { ...input, twice }, expected)
  },
)
const cancels = command('takes a spot order back', { which, twice }, async ({ person }, real, { which, twice }) => {
  const order = oneOf(await listOf(real, person, spot.list), which)
  if (!order) return undefined
  const exact = order.list === 1 ? ['orderGone'] : ['ok', 'orderNotCancellable', 'tradeStatusAbnormal']
  return ask(real, person, spot.cancel, { id: order.id, twice }, real.isStill ? exact : late)
})

const lots = command(
  'buys or sells in lots',
  { isLong: fc.boolean(), lots: fc.constantFrom('0.01', '0.1', '3'), stops: fc.constantFrom(0, 20, -5), twice },
  async ({ person }, real, { isLong, lots, stops, twice }) => {
    const [symbol] = real.symbols.forex
    if (symbol === undefined) return undefined
    const sign = isLong ? 1 : -1
    const stop = stops !== 0 && {
      takeProfit: await near(real, symbol, sign * stops),
      stopLoss: await near(real, symbol, -sign * stops),
    }
    const input = { symbol, direction: isLong ? 'long' : 'short', lots, ...stop }
    const wrong = ['takeProfitTooLow', 'takeProfitTooHigh', 'stopLossTooHigh', 'stopLossTooLow']
    return ask(real, person, forex.submit, { ...input, twice }, ['ok', market, poor, ...(stops < 0 ? wrong : [])])
  },
)
const leaves = command('closes a position in lots', { which, twice }, async ({ person }, real, { which, twice }) => {
  if (real.symbols.forex.length === 0) return undefined
  const order = oneOf(await listOf(real, person, forex.list), which)
  if (!order) return undefined
  const part = pick([undefined, '0.01', '0.03'], which)
  const exact = order.list === 1 ? 'orderGone' : standing.includes(order.state) ? 'ok' : 'cannotClose'
  // A part may be more than is open, or one too many.
  const none = part !== undefined && order.list === 0 ? ['wrongLots', 'cannotClose'] : []
  return ask(real, person, forex.close, { id: order.id, ...(part && { lots: part }), twice }, [exact, ...none])
})

const setsLots = command(
  'sets stops of a position in lots',
  { which, twice },
  async ({ person }, real, { which, twice }) => {
    if (real.symbols.forex.length === 0) return undefined
    // How far away they are, in hundredths of a percent; 0: none.
    const away = pick([0, 20, 60, -5], which) ?? 0
    const order = oneOf(await listOf(real, person, forex.list), which)
    if (!order) return undefined
    const stop = away !== 0 && {
      takeProfit: await near(real, order.symbol, away),
      stopLoss: await near(real, order.symbol, -away),
    }
    const wrong = ['takeProfitTooLow', 'takeProfitTooHigh', 'stopLossTooHigh', 'stopLossTooLow']
    const exact =
      order.list === 1
        ? 'orderGone'
        : order.dealPrice === null
          ? 'orderStatusError'
          : order.state === 'open.standing'
            ? 'ok'
            : 'tradeStatusAbnormal'
    const isValidated = away !== 0 && order.list === 0 && order.dealPrice !== null
    return ask(real, person, forex.setStop, { id: order.id, ...stop, twice }, [exact, ...(isValidated ? wrong : [])])
  },
)

const passes = command(
  'time passes',
  {
    seconds: fc.constantFrom(1, 1, 2, 4, 33),
    move: fc.constantFrom(-200, -6, -3, -2, -1, -1, 0, 0, 1, 1, 2, 3, 6, 200),
    ticks: fc.constantFrom<Shape['ticks']>('each second', 'each second', 'each second', 'twice', 'none'),
  },
  (_, real, { seconds, ...shape }) => real.pass(seconds, shape),
)

const repeats = command(
  'sends an old request again',
  { which: fc.nat(50), other: fc.boolean() },
  async ({ person }, real, given) => {
    const sent = pick(person.sent, given.which)
    if (!sent) return
    const { call, input, answer } = sent
    const changed = !given.other
      ? {}
      : typeof input.id === 'string'
        ? { id: `${input.id.slice(0, -1)}${input.id.endsWith('0') ? 1 : 0}` }
        : { symbol: 'ETHUSDT' }
    const [again] = await real.send(call, { ...input, ...changed }, person.token, 1)
    if (given.other) expect(again && keyOf(again)).toBe('requestReused')
    else expect(again).toMatchObject({ type: 'ok', message: answer })
  },
)

const restarts = command('the server restarts', {}, (_, real) => real.restart())

/** Each as often as it is named. */
const often = <T>(times: number, ...all: readonly T[]) =>
  all.flatMap((each) => Array.from({ length: times }, () => each))

export const commands = [
  ...often(12, passes),
  ...often(4, closes),
  ...often(3, opens),
  ...often(2, setsStops, adds, takesBack, trades, cancels, lots),
  ...[leaves, setsLots],
  ...[buysOption, closesAll, repeats, restarts],
]
