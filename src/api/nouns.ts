import * as bank from './bank.ts'
import type { Call, Schema } from './call.ts'
import { events } from './events.ts'
import { exportData } from './export.ts'
import * as kyc from './kyc.ts'
import * as market from './market.ts'
import * as microtrade from './microtrade.ts'
import * as orders from './orders.ts'
import * as safe from './safe.ts'
import * as user from './user.ts'
import * as wallet from './wallet.ts'

/** What a noun brings to the API: its calls, and the bodies of the private events that it tells, by their kind. */
type Noun = { calls: readonly Call[]; events?: Readonly<Record<string, Schema>> }

const callsIn = (file: Record<string, unknown>): readonly Call[] =>
  Object.values(file).filter((each): each is Call => typeof each === 'object' && each !== null && 'once' in each)

/** The nouns of the API. A new one is a line here. */
export const nouns = {
  user: { calls: callsIn(user), events: { status: user.standing, message: user.userMessage } },
  safe: { calls: callsIn(safe) },
  export: { calls: [exportData] },
  kyc: { calls: callsIn(kyc), events: { kyc: kyc.kyc } },
  bank: { calls: callsIn(bank) },
  wallet: { calls: callsIn(wallet), events: { wallet: wallet.wallet } },
  market: { calls: callsIn(market) },
  orders: { calls: callsIn(orders) },
  microtrade: { calls: callsIn(microtrade), events: { microtrade: microtrade.order } },
} satisfies Record<string, Noun>

type Nouns = typeof nouns
type EventsOf<N> = N extends { events: infer Events } ? Events : never
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The bodies of all private events, by their kind. */
export type EventBodies = Together<EventsOf<Nouns[keyof Nouns]>>

/** Every call of the API. */
export const calls: readonly Call[] = [...Object.values(nouns).flatMap((noun: Noun) => noun.calls), events]

/** The bodies of all private events, by their kind. */
export const eventBodies: Readonly<Record<string, Schema>> = Object.assign(
  {},
  ...Object.values(nouns).map((noun: Noun) => noun.events),
)
