import { createHash } from 'node:crypto'
import { createTestModel } from '@xstate/test'
import { describe, expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { events } from '../../../src/api/events.ts'
import * as api from '../../../src/api/microtrade.ts'
import { getInfo } from '../../../src/api/wallet.ts'
import { microtradeMachine } from '../../../src/machines/orders/microtrade.ts'
import { checkReceipt } from '../../../src/rules/receipt.ts'
import { nameOf, nameOfPath, nodesOf, transitionsOf } from '../../models/paths.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { hold, order, price } from './option.ts'

type State = api.MicrotradeOrder['state']

const model = createTestModel(microtradeMachine, {
  events: [
    { type: 'order.open' },
    { type: 'order.settle', outcome: 'won' },
    { type: 'order.settle', outcome: 'lost' },
    { type: 'order.settle', outcome: 'drawn' },
    { type: 'order.void' },
  ],
})
type Path = ReturnType<typeof model.getShortestPaths>[number]
type Step = Path['steps'][number]
type Settlement = Extract<Step['event'], { type: 'order.settle' }>

const paths = [
  ...new Map([...model.getShortestPaths(), ...model.getSimplePaths()].map((path) => [nameOfPath(path), path])).values(),
]

/** What a person who had 10,000 USDT sees of an option of 100 at 85%. */
const seen: Record<State, Pick<api.MicrotradeOrder, 'list' | 'status' | 'payout'> & { wallet: [string, string] }> = {
  accepted: { list: 0, status: 0, payout: null, wallet: ['9900.000000', '100.000000'] },
  open: { list: 0, status: 0, payout: null, wallet: ['9900.000000', '100.000000'] },
  won: { list: 1, status: 1, payout: '185.000000', wallet: ['10085.000000', '0.000000'] },
  lost: { list: 1, status: 2, payout: '0.000000', wallet: ['9900.000000', '0.000000'] },
  drawn: { list: 1, status: 1, payout: '100.000000', wallet: ['10000.000000', '0.000000'] },
  unexpected: { list: 1, status: 3, payout: '100.000000', wallet: ['10000.000000', '0.000000'] },
}

const markets = [
  { symbol: 'BTCUSDT', submit: api.submit, lists: api.lists, below: '42999.99', entry: '43000.00', above: '43000.01' },
  { symbol: 'EURUSD', submit: api.whsubmit, lists: api.whlists, below: '1.07999', entry: '1.08000', above: '1.08001' },
]
type Market = (typeof markets)[number]
type Direction = api.MicrotradeOrder['direction']

const PERIOD = 30
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What the private events of a path are, by what the machine says of each of its steps. */
function eventsOf(steps: readonly Step[]): string[] {
  let before = initialTransition(microtradeMachine)
  return steps.flatMap(({ event }, index) => {
    if (index > 0) before = transition(microtradeMachine, before[0], event)
    const [{ value }, postings] = before
    return postings.length > 0 ? [value, 'wallet'] : [value]
  })
}

/** One option of a new person on a real server, whose market does what brings about each event of a path. */
async function live(server: TestServer, { symbol, submit, lists, ...prices }: Market, direction: Direction) {
  const { token } = await server.person()
  let id = ''
  const trade = (value: string, seconds = 1) => hold(server, value, seconds, symbol)
  const now = async () => (await server.ok(api.receipt, { id }, token)).order
  const [winning, losing] = direction === 'rise' ? [prices.above, prices.below] : [prices.below, prices.above]
  const final = { won: winning, lost: losing, drawn: prices.entry }
  const misleading = { won: losing, lost: winning, drawn: winning }

  const settle = async ({ event: { outcome } }: { event: Settlement }) => {
    await trade(misleading[outcome], PERIOD - 1)
    expect(await now()).toMatchObject({ state: 'open', payout: null })
    // This tick is of the due second, and the one after it comes too late.
    await trade(final[outcome])
    await trade(misleading[outcome])
  }
  const goSilent = async () => {
    const { state } = await now()
    if (state === 'open') {
      await trade(winning, PERIOD - 10)
      expect(await now()).toMatchObject({ state, payout: null })
      await server.clock.advance(10_000)
    } else await server.clock.advance(6_000)
    await trade(winning)
  }

  return {
    happen: {
      'xstate.init': async () => {
        await price(server, losing, symbol)
        const bought = await server.ok(submit, order({ symbol, direction, seconds: PERIOD }), token)
        id = bought.id
      },
      'order.open': () => trade(prices.entry),
      'order.settle': settle,
      'order.void': goSilent,
    },
    /** All that a person can see, once these steps are behind the order. */
    expectSeen: async (steps: readonly Step[]) => {
      const state = String(steps.at(-1)?.state.value) as State
      const { wallet, ...codes } = seen[state]
      const opened = steps.some(({ event }) => event.type === 'order.open')
      const settled = steps.findLast(({ event }) => event.type === 'order.settle')?.event as Settlement | undefined

      const receipt = await server.ok(api.receipt, { id }, token)
      expect(receipt.order).toMatchObject({
        ...codes,
        id,
        state,
        direction,
        buyPrice: opened ? prices.entry : null,
        finalPrice: settled ? final[settled.outcome] : null,
      })
      expect([receipt.order.openTick, receipt.order.closeTick].map(Boolean)).toEqual([opened, Boolean(settled)])
      expect(checkReceipt(receipt, null, sha256)).toBe(settled ? 'verified' : 'incomplete')
      expect(receipt.ticks).toHaveLength(settled ? PERIOD + 1 : 0)

      expect(await server.ok(lists, {}, token)).toEqual([receipt.order])
      expect(await server.ok(lists, { list: codes.list }, token)).toEqual([receipt.order])
      expect(await server.ok(lists, { list: 1 - codes.list }, token)).toEqual([])

      const { available, frozen } = await server.ok(getInfo, { currency: 'USDT' }, token)
      expect([available, frozen]).toEqual(wallet)
      expect(await server.ledger()).toEqual([])

      const told = await server.ok(events, { after: 0, limit: 500 }, token)
      expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1))
      expect(told.map((each) => (each.kind === 'microtrade' ? each.body.state : each.kind))).toEqual(eventsOf(steps))
      expect(told.findLast(({ kind }) => kind === 'microtrade')?.body).toEqual(receipt.order)
      expect(told.findLast(({ kind }) => kind === 'wallet')?.body).toMatchObject({ available, frozen })
    },
    goOn: () => trade(losing, 2),
  }
}

describeServer('the life of a timed option, along each path of its machine', (server) => {
  const walked = { states: new Set([microtradeMachine.root.id]), transitions: new Set<string>() }

  const walk = async (path: Path, market: Market, direction: Direction) => {
    const option = await live(server, market, direction)
    const passed: Step[] = []
    const exec = async (step: Step) => {
      await option.happen[step.event.type as keyof typeof option.happen](step as never)
      passed.push(step)
      await option.expectSeen(passed)
      const before = passed.at(-2)
      for (const { id } of step.state._nodes) walked.states.add(id)
      for (const taken of (before && microtradeMachine.getTransitionData(before.state, step.event)) ?? [])
        walked.transitions.add(nameOf(taken))
    }
    await path.test({ events: Object.fromEntries(path.steps.map(({ event }) => [event.type, exec])) })
    await option.goOn()
    await option.expectSeen(passed)
  }

  describe.each(markets)('of $symbol', (market) => {
    for (const direction of ['rise', 'fall'] as const) {
      for (const path of paths) {
        it(`a ${direction}: ${nameOfPath(path)}`, () => walk(path, market, direction))
      }
    }
  })

  it('has no state and no transition that the server was not led through', () => {
    const nodes = nodesOf(microtradeMachine)
    expect(nodes.map(({ id }) => id).filter((id) => !walked.states.has(id))).toEqual([])
    const transitions = nodes.flatMap(transitionsOf).map(nameOf)
    expect(transitions.filter((name) => !walked.transitions.has(name))).toEqual([])
  })
})
