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
 * A model of what each user should have, from requests, answers, and recorded prices. Its rules are reimplemented, so that no code checks
 * itself.
 */
export type Person = {
  userId: string
  username: string
  token: string
  status: 'active' | 'locked' | 'frozen'
  asks: Ask[]
  /** The available amount, as of the last check. */
  available: bigint
  orders: Map<string, Placed>
  /** The fixed fields of each of their requests, by kind. */
  terms: Map<SimulatedKind, Record<string, unknown>>
  /** Private events so far: the first is number 1. */
  events: AccountEvent[]
}

/**
 * What every request for an order says. Each of a person has an amount of its own, so that an order without an answer is known
 * by it. `symbol`: whose price it goes by, where it goes by one.
 */
export type Asked = { requestId: string; symbol?: string; amount: string }

/** An order request. One without an answer may have been executed. */
export type Ask<Input extends Asked = Asked> = {
  kind: SimulatedKind
  call: Call
  input: Input
  /** The first and the last time, in ms, at which it may have been executed. */
  from: number
  to: number
  state: 'unsent' | 'doubtful' | 'refused' | 'bought'
  /** The order as it was first answered. */
  answer?: string
}

/** A placed order, and its representation by the server. */
export type Placed<Input extends Asked = Asked, Shown extends OrderOnWire = OrderOnWire> = {
  ask: Ask<Input>
  id: string
  acceptedMs: number
  shown: Shown
  /** What it has placed, where its kind places orders of another. */
  placed?: readonly OrderOnWire[]
  ended?: string
}

/** The circumstances of an answer. */
export type Circumstances = {
  now: number
  /** The user's available amount, if nothing else changed it at that time. */
  available: bigint | undefined
  /** Age of the symbol's newest price, in ms; 0 without a symbol. */
  priceAgeMs: number
  /** Whether there had been no fault for a while. */
  calm: boolean
}

/** Calls the server as a user does, and retries if a fault spoilt the answer. */
export type Asking = <C extends Call>(call: C, input: Record<string, unknown>) => Promise<Output<C>>

/** The model of one kind of order. */
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
  /** Refusals that are possible without a fault. */
  refusals: readonly string[]
  /** The violations of a request with its first answer, `ok` or a refusal. */
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
   * @param late whether the server may not have processed it yet
   * @returns its violations, and its changes of its owner's money
   */
  look(
    order: Placed<Input, Shown>,
    ticks: readonly TickRow[],
    completeMs: number,
    late: boolean,
  ): { wrong: string[]; available: bigint; held: bigint }
  hasEnded(shown: Shown): boolean
  /** The final states of orders, all of which some run must reach. */
  endings: readonly Shown['state'][]
  /** Further actions of users and others on such orders. */
  actions?: readonly Action[]
  /** Has done what others are yet to do, so that all orders end. */
  conclude?(world: World): Promise<void>
  /** Checks an order once all have ended. @returns its violations */
  finish?(order: Placed<Input, Shown>, ask: Asking): Promise<string[]>
}

export const PAPER = 10_000_000_000n

export const minor = (text: string, scale = 6): bigint => {
  const amount = parseMoney(text, scale)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}
