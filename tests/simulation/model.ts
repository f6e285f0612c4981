import type { OrderOnWire } from '../../server/orders/module.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { getInfo } from '../../src/api/money/wallet.ts'
import type { Call, Output } from '../../src/api/wire/call.ts'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import type { Action } from './actions.ts'
import type { Chance } from './chance.ts'
import type { TickRow } from './record.ts'
import type { World } from './world.ts'

/**
 * The expected balances of each person, from requests, answers and recorded prices. Its rules are reimplemented, so that
 * no code checks itself.
 */
export type Person = {
  userId: string
  username: string
  token: string
  status: 'active' | 'locked' | 'frozen'
  asks: Ask[]
  /** The available amount at the last full check. */
  available: bigint
  orders: Map<string, Placed>
  /** Extra input of their requests, by kind. */
  terms: Map<SimulatedKind, Record<string, unknown>>
  /** Private events so far: the first is number 1. */
  events: AccountEvent[]
  /** The wallet when it was last asked for. */
  wallet: Output<typeof getInfo> | undefined
}

/**
 * The common part of order requests. A person's amounts are unique, so that an order without an answer can be identified.
 * `symbol`: whose price decides it, if one does.
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
  /** The orders it has placed, for a kind that places orders of another. */
  placed?: readonly OrderOnWire[]
  ended?: string
}

/** The state when a request was answered. */
export type Circumstances = {
  now: number
  /** The person's available amount, if nothing else moved it at that moment. */
  available: bigint | undefined
  /** How old the newest price of the symbol was, in ms; 0 where it goes by none. */
  priceAgeMs: number
  /** Whether all had been well for a while. */
  calm: boolean
}

/** Asks the server as a person does, and again where a fault spoilt the answer. */
export type Asking = <C extends Call>(call: C, input: Record<string, unknown>) => Promise<Output<C>>

/** The simulation of one kind of order. */
export type SimulatedKind<Input extends Asked = Asked, Shown extends OrderOnWire = OrderOnWire> = {
  /** Its place among the kinds, which determines a seed's run; a kind without one has its own seeds. */
  rank?: number
  /** Prepares a person for such orders, directly in the database. @returns extra input of their requests */
  prepare?(platform: Platform, person: Person): Promise<Record<string, unknown>>
  /** A valid request. `amount`: unique, in whole units. */
  ask(chance: Chance, amount: number, now: number): { call: Call; input: Omit<Input, 'requestId'> }
  /** That amount as an order shows it; left out, it shows it as `amount`. */
  amountOf?(shown: Shown): string
  /** The request with another body; left out, with another `amount`. */
  other?(input: Input): Input
  /** Refusals that are allowed without a fault. */
  refusals: readonly string[]
  /** Violations of a request at its first answer, `ok` or a refusal. */
  checkAnswer(key: string, person: Person, ask: Ask<Input>, at: Circumstances): string[]
  /** The calls that list a person's orders of the kind, the newest first, at most 100. */
  lists: readonly Call[]
  /** The tables that the lists are of: while a person's rows are the same, so are their lists. */
  tables: readonly string[]
  /** The call that lists the orders of another kind that one has placed, newest first, at most 100. */
  placed?: { call: Call; of(shown: Shown): Record<string, unknown> }
  /** Whether a person requested it; by default always. */
  isAsked?(shown: Shown): boolean
  acceptedAt(shown: Shown): number
  /** Its opening tick, for a kind that opens at a price nobody could know. */
  openedAt?(shown: Shown): { symbol: string; seq: number; time: number } | null
  /**
   * An order by the record.
   *
   * @param ticks of its symbol, in order; complete up to `completeMs`
   * @param late whether the server may not have processed it yet
   * @returns violations of the order as shown, and its changes to the owner's balances
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
  /** Other acts on such orders, by people and third parties. */
  actions?: readonly Action[]
  /** Completes the pending acts of third parties, so that all orders end. */
  conclude?(world: World): Promise<void>
  /** Checks an order after the end. @returns violations */
  finish?(order: Placed<Input, Shown>, ask: Asking): Promise<string[]>
}

export const PAPER = 10_000_000_000n

export const minor = (text: string, scale = 6): bigint => {
  const amount = parseMoney(text, scale)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}
