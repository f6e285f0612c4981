import type { OrderOnWire } from '../../server/orders/module.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Call, Output } from '../../src/api/wire/call.ts'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import type { Action } from './actions.ts'
import type { Chance } from './chance.ts'
import type { TickRow } from './record.ts'
import type { World } from './world.ts'

/**
 * A plain account of what each person should have: from what was asked, what was answered, and the prices on the record.
 * Its rules are reimplemented, so that no code checks itself.
 */
export type Person = {
  userId: string
  username: string
  token: string
  status: 'active' | 'locked' | 'frozen'
  asks: Ask[]
  /** What is free, as of the last look at everything. */
  available: bigint
  orders: Map<string, Placed>
  /** What goes with each of their requests, by the kind. */
  terms: Map<SimulatedKind, Record<string, unknown>>
  /** Private events so far: the first is number 1. */
  events: AccountEvent[]
}

/**
 * What every request for an order says. Each of a person has an amount of its own, so that an order without an answer is known
 * by it. `symbol`: whose price it goes by, where it goes by one.
 */
export type Asked = { requestId: string; symbol?: string; amount: string }

/** A request for an order. One that got no answer may have been carried out. */
export type Ask<Input extends Asked = Asked> = {
  kind: SimulatedKind
  call: Call
  input: Input
  /** The first and the last moment, in ms, at which it may have been carried out. */
  from: number
  to: number
  state: 'unsent' | 'doubtful' | 'refused' | 'bought'
  /** The order as it was first answered. */
  answer?: string
}

/** An order that was placed, and how the server shows it. */
export type Placed<Input extends Asked = Asked, Shown extends OrderOnWire = OrderOnWire> = {
  ask: Ask<Input>
  id: string
  acceptedMs: number
  shown: Shown
  /** What it has placed, where its kind places orders of another. */
  placed?: readonly OrderOnWire[]
  ended?: string
}

/** What was so when a request was answered. */
export type Circumstances = {
  now: number
  /** What the person had free, where nothing else moved it at that moment. */
  available: bigint | undefined
  /** How old the newest price of the symbol was, in ms; 0 where it goes by none. */
  priceAgeMs: number
  /** Whether all had been well for a while. */
  calm: boolean
}

/** Asks the server as a person does, and again where a fault spoilt the answer. */
export type Asking = <C extends Call>(call: C, input: Record<string, unknown>) => Promise<Output<C>>

/** What the simulation knows of one kind of order. */
export type SimulatedKind<Input extends Asked = Asked, Shown extends OrderOnWire = OrderOnWire> = {
  /** Its place among the kinds, which decides what a seed does; one without has seeds of its own. */
  rank?: number
  /** Makes someone ready to ask for such orders, beside the calls. @returns what goes with each of their requests */
  prepare?(platform: Platform, person: Person): Promise<Record<string, unknown>>
  /** A request as a person may make one. `amount`: of its own, in whole units. */
  ask(chance: Chance, amount: number, now: number): { call: Call; input: Omit<Input, 'requestId'> }
  /** That amount as an order shows it; left out, it shows it as `amount`. */
  amountOf?(shown: Shown): string
  /** The request with another body; left out, with another `amount`. */
  other?(input: Input): Input
  /** Refusals that a request may meet though nothing went wrong. */
  refusals: readonly string[]
  /** What is wrong with a request that has just been answered for the first time, by `ok` or a refusal. */
  checkAnswer(key: string, person: Person, ask: Ask<Input>, at: Circumstances): string[]
  /** The calls that list a person's orders of the kind, the newest first, at most 100. */
  lists: readonly Call[]
  /** The call that lists the orders of another kind that one has placed, newest first, at most 100. */
  placed?: { call: Call; of(shown: Shown): Record<string, unknown> }
  /** Whether it was asked for by a person; left out, each was. */
  isAsked?(shown: Shown): boolean
  acceptedAt(shown: Shown): number
  /** The tick that it opened at, where it opens at one that nobody may have seen before. */
  openedAt?(shown: Shown): { symbol: string; seq: number; time: number } | null
  /**
   * An order by the record.
   *
   * @param ticks of its symbol, in order; complete up to `completeMs`
   * @param late whether the server may not have come to it yet
   * @returns what is wrong with it as it is shown, and what it has changed of what its owner has
   */
  look(
    order: Placed<Input, Shown>,
    ticks: readonly TickRow[],
    completeMs: number,
    late: boolean,
  ): { wrong: string[]; available: bigint; held: bigint }
  hasEnded(shown: Shown): boolean
  /** The states in which orders end, all of which some run must see. */
  endings: readonly Shown['state'][]
  /** What people and others do about such orders, besides asking for them. */
  actions?: readonly Action[]
  /** Has done what others are yet to do, so that all orders end. */
  conclude?(world: World): Promise<void>
  /** Looks at an order once all has ended. @returns what is wrong with it */
  finish?(order: Placed<Input, Shown>, ask: Asking): Promise<string[]>
}

export const PAPER = 10_000_000_000n

export const minor = (text: string, scale = 6): bigint => {
  const amount = parseMoney(text, scale)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}
