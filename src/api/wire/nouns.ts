import * as bank from '../account/bank.ts'
import * as chat from '../account/chat.ts'
import { exportData } from '../account/export.ts'
import * as kyc from '../account/kyc.ts'
import * as news from '../account/news.ts'
import * as notifications from '../account/notifications.ts'
import * as referral from '../account/referral.ts'
import * as safe from '../account/safe.ts'
import * as uploads from '../account/uploads.ts'
import * as user from '../account/user.ts'
import * as market from '../market/market.ts'
import * as priceAlerts from '../market/price-alerts.ts'
import * as watchlist from '../market/watchlist.ts'
import * as deposit from '../money/deposit.ts'
import * as loan from '../money/loan.ts'
import * as plan from '../money/plan.ts'
import * as records from '../money/records.ts'
import * as savings from '../money/savings.ts'
import * as swap from '../money/swap.ts'
import * as wallet from '../money/wallet.ts'
import * as withdrawal from '../money/withdrawal.ts'
import * as worth from '../money/worth.ts'
import * as forex from '../trade/forex.ts'
import * as lever from '../trade/lever.ts'
import * as microtrade from '../trade/microtrade.ts'
import * as orders from '../trade/orders.ts'
import * as spot from '../trade/spot.ts'
import * as strategy from '../trade/strategy.ts'
import type { Call, Schema } from './call.ts'

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
