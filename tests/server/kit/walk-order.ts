import { createTestModel } from '@xstate/test'
import { expect, it } from 'vitest'
import { type AnyStateMachine, type EventFromLogic, initialTransition, type StateFrom, transition } from 'xstate'
import { kindsOf, type OrderOnWire } from '../../../server/orders/module.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { events } from '../../../src/api/wire/events.ts'
import { advance, begin } from '../../../src/machines/orders/life.ts'
import { nameOf, nameOfPath, nodesOf, pathsOf, transitionsOf } from '../../models/kit/paths.ts'
import type { TestServer } from '../harness.ts'

type Purse = readonly [available: string, held: string]

/** An order that a walk has placed. */
export type Placed = { id: string; token: string }

/** The walk of a kind of order over a real server. */
export type OrderWalk<M extends AnyStateMachine> = {
  /** The name of its kind. */
  kind: string
  machine: M
  /** The events of its machine, with all of their outcomes. */
  events: readonly EventFromLogic<M>[]
  /** The call that lists them, without input. */
  list: Call
  /** Places one for a user with 10,000 USDT. `events`: its future events. @returns its id */
  place(server: TestServer, token: string, events: readonly string[]): Promise<string>
  /** Whether its states form cycles: then each transition is walked, and not every path. */
  leadsBack?: true
  /** A kind that moves no money itself: its wallet events belong to orders that it placed. */
  movedByOthers?: true
  /** Causes an event. */
  happen(server: TestServer, order: Placed, event: EventFromLogic<M>): Promise<void>
  /** The expected available and held amounts, by the order's state, or by its states and events so far. */
  wallet:
    | Readonly<Record<string, Purse>>
    | ((states: readonly string[], events: readonly string[], order: Placed) => Purse)
  /** Further checks of the order in this state. */
  expectSeen?(server: TestServer, order: Placed, state: string): Promise<void>
}

/**
 * Walks one order along each path of its machine on a real server, and checks after each step the view of its owner, a
 * stranger and the ledger: state, version, lists, wallet, events and export.
 */
export function walkOrder<M extends AnyStateMachine>(server: TestServer, walk: OrderWalk<M>): void {
  const { machine } = walk
  const model = createTestModel(machine as AnyStateMachine, { events: [...walk.events] })
  // A transition from a state to itself is on no simple path.
  const byEachTransition = pathsOf(machine as AnyStateMachine, {
    events: walk.events,
    canHappen: (event, snapshot) => snapshot.can(event),
  })
  const paths = new Map(
    [...(walk.leadsBack ? [] : [...model.getShortestPaths(), ...model.getSimplePaths()]), ...byEachTransition].map(
      (path) => [nameOfPath(path), path],
    ),
  )
  const walked = { states: new Set([machine.root.id]), transitions: new Set<string>() }

  it.each([...paths])('%s', async (_, path) => {
    const stranger = await server.person()
    const { token, userId } = await server.person()
    let order: Placed = { id: '', token }
    const coming = path.steps.map(({ event }) => event.type).slice(1)
    const told: { state: string; posts: boolean; event: string }[] = []
    let snapshot: StateFrom<AnyStateMachine> | undefined

    const exec = async ({
      event,
      state,
    }: {
      event: EventFromLogic<AnyStateMachine>
      state: StateFrom<AnyStateMachine>
    }) => {
      if (event.type === 'xstate.init') {
        order = { id: await walk.place(server, token, coming), token }
        const { postings, state: first } = begin(machine as AnyStateMachine)
        told.push({ state: first, posts: postings.length > 0, event: event.type })
        snapshot = initialTransition(machine as AnyStateMachine)[0]
      } else {
        const before = told.at(-1)?.state ?? ''
        await walk.happen(server, order, event as EventFromLogic<M>)
        const { postings, state: next } = advance(machine as AnyStateMachine, before, event)
        told.push({ state: next, posts: postings.length > 0, event: event.type })
        for (const taken of (snapshot && machine.getTransitionData(snapshot as never, event as never)) ?? [])
          walked.transitions.add(nameOf(taken))
        snapshot = snapshot && transition(machine as AnyStateMachine, snapshot, event)[0]
      }
      for (const { id } of state._nodes) walked.states.add(id)
      await expectSeen(stranger.token, userId)
    }

    const expectSeen = async (strangersToken: string, owner: string) => {
      const state = told.at(-1)?.state ?? ''
      const listed = (await server.ok(walk.list, {}, token)) as OrderOnWire[]
      expect(listed).toEqual([expect.objectContaining({ id: order.id, state, version: told.length })])
      expect(await server.ok(walk.list, {}, strangersToken)).toEqual([])
      const { available, frozen } = await server.ok(getInfo, { currency: 'USDT' }, token)
      expect([available, frozen]).toEqual(
        typeof walk.wallet === 'function'
          ? walk.wallet(
              told.map((step) => step.state),
              told.map((step) => step.event),
              order,
            )
          : walk.wallet[state],
      )
      expect(await server.ledger()).toEqual([])
      const every = (await server.ok(events, { after: 0, limit: 500 }, token)) as { kind: string; body: unknown }[]
      // Without the messages to the user, and the events of their preparation.
      const all = every.filter(({ kind }) => kind === walk.kind || (kind === 'wallet' && !walk.movedByOthers))
      const said = all.map(({ kind, body }) => (kind === walk.kind ? (body as OrderOnWire).state : kind))
      // A step may move several currencies: their wallet events are sent one by one.
      expect(said.filter((kind, at) => kind !== 'wallet' || said[at - 1] !== 'wallet')).toEqual(
        told.flatMap((step) => (step.posts ? [step.state, 'wallet'] : [step.state])),
      )
      expect(all.filter(({ kind }) => kind === walk.kind).map(({ body }) => (body as OrderOnWire).version)).toEqual(
        told.map((_, index) => index + 1),
      )
      expect(all.findLast(({ kind }) => kind === walk.kind)?.body).toEqual(listed[0])
      const kept = kindsOf(server.platform.modules).find(({ name }) => name === walk.kind)
      expect(kept?.machine).toBe(machine)
      expect(owner).not.toBe('')
      await walk.expectSeen?.(server, order, state)
    }

    await path.test({ events: Object.fromEntries(path.steps.map(({ event }) => [event.type, exec as never])) })
  })

  it('has every state and transition covered on the server', () => {
    const nodes = nodesOf(machine as AnyStateMachine)
    expect(nodes.map(({ id }) => id).filter((id) => !walked.states.has(id))).toEqual([])
    const transitions = nodes.flatMap(transitionsOf).map(nameOf)
    expect(transitions.filter((name) => !walked.transitions.has(name))).toEqual([])
  })
}
