import * as bank from './bank.ts'
import type { Call, Schema } from './call.ts'
import * as chat from './chat.ts'
import * as deposit from './deposit.ts'
import { exportData } from './export.ts'
import * as forex from './forex.ts'
import * as kyc from './kyc.ts'
import * as lever from './lever.ts'
import * as loan from './loan.ts'
import * as market from './market.ts'
import * as microtrade from './microtrade.ts'
import * as news from './news.ts'
import * as notifications from './notifications.ts'
import * as orders from './orders.ts'
import * as plan from './plan.ts'
import * as priceAlerts from './price-alerts.ts'
import * as records from './records.ts'
import * as referral from './referral.ts'
import * as safe from './safe.ts'
import * as savings from './savings.ts'
import * as spot from './spot.ts'
import * as strategy from './strategy.ts'
import * as swap from './swap.ts'
import * as uploads from './uploads.ts'
import * as user from './user.ts'
import * as wallet from './wallet.ts'
import * as watchlist from './watchlist.ts'
import * as withdrawal from './withdrawal.ts'
import * as worth from './worth.ts'

/** What a noun brings to the API: its calls, and the bodies of the private events that it tells, by their kind. */
type Noun = { calls: readonly Call[]; events?: Readonly<Record<string, Schema>> }

const callsIn = (file: Record<string, unknown>): readonly Call[] =>
  Object.values(file).filter((each): each is Call => typeof each === 'object' && each !== null && 'once' in each)

/** The nouns of the API. A new one is a line here. */
export const nouns = {
  user: {
    calls: [...callsIn(user), ...callsIn(referral)],
    events: { status: user.standing, message: user.userMessage },
  },
  notifications: { calls: callsIn(notifications) },
  safe: { calls: callsIn(safe) },
  export: { calls: [exportData] },
  uploads: { calls: callsIn(uploads) },
  kyc: { calls: callsIn(kyc), events: { kyc: kyc.kyc } },
  bank: { calls: callsIn(bank) },
  wallet: { calls: [...callsIn(wallet), ...callsIn(worth)], events: { wallet: wallet.wallet } },
  records: { calls: callsIn(records) },
  market: { calls: callsIn(market) },
  watchlist: { calls: callsIn(watchlist), events: { watchlist: watchlist.watchlist } },
  priceAlerts: { calls: callsIn(priceAlerts), events: { priceAlert: priceAlerts.priceAlert } },
  orders: { calls: callsIn(orders) },
  deposit: { calls: callsIn(deposit), events: { deposit: deposit.deposit } },
  news: { calls: callsIn(news) },
  chat: { calls: callsIn(chat), events: { chat: chat.chatMarks } },
  microtrade: { calls: callsIn(microtrade), events: { microtrade: microtrade.order } },
  lever: { calls: callsIn(lever), events: { lever: lever.leverOrder } },
  spot: { calls: callsIn(spot), events: { spot: spot.spotOrder } },
  forex: { calls: callsIn(forex), events: { forex: forex.forexOrder } },
  strategy: { calls: callsIn(strategy), events: { strategy: strategy.strategy } },
  withdrawal: { calls: callsIn(withdrawal), events: { withdrawal: withdrawal.withdrawal } },
  swap: { calls: callsIn(swap), events: { swap: swap.swap } },
  plan: { calls: callsIn(plan), events: { plan: plan.planOrder } },
  savings: { calls: callsIn(savings), events: { savings: savings.savings } },
  loan: { calls: callsIn(loan), events: { loan: loan.loan } },
} satisfies Record<string, Noun>

type Nouns = typeof nouns
type EventsOf<N> = N extends { events: infer Events } ? Events : never
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The bodies of all private events, by their kind. */
export type EventBodies = Together<EventsOf<Nouns[keyof Nouns]>>

/** The calls of every noun. */
export const nounCalls: readonly Call[] = Object.values(nouns).flatMap((noun: Noun) => noun.calls)

/** The bodies of all private events, by their kind. */
export const eventBodies: Readonly<Record<string, Schema>> = Object.assign(
  {},
  ...Object.values(nouns).map((noun: Noun) => noun.events),
)
