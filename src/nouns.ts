import type { Noun } from './ui/app/noun.ts'
import { noun as bank } from './ui/pages/bank/noun.ts'
import { noun as deposit } from './ui/pages/deposit/noun.ts'
import { noun as forex } from './ui/pages/forex/noun.ts'
import { noun as home } from './ui/pages/home/noun.ts'
import { noun as inbox } from './ui/pages/inbox/noun.ts'
import { noun as kyc } from './ui/pages/kyc/noun.ts'
import { noun as lever } from './ui/pages/lever/noun.ts'
import { noun as loan } from './ui/pages/loan/noun.ts'
import { noun as market } from './ui/pages/market/noun.ts'
import { noun as microtrade } from './ui/pages/microtrade/noun.ts'
import { noun as news } from './ui/pages/news/noun.ts'
import { noun as notifications } from './ui/pages/notifications/noun.ts'
import { noun as orders } from './ui/pages/orders/noun.ts'
import { noun as plan } from './ui/pages/plan/noun.ts'
import { noun as records } from './ui/pages/records/noun.ts'
import { noun as referral } from './ui/pages/referral/noun.ts'
import { noun as savings } from './ui/pages/savings/noun.ts'
import { noun as security } from './ui/pages/security/noun.ts'
import { noun as service } from './ui/pages/service/noun.ts'
import { noun as session } from './ui/pages/session/noun.ts'
import { noun as spot } from './ui/pages/spot/noun.ts'
import { noun as strategy } from './ui/pages/strategy/noun.ts'
import { noun as swap } from './ui/pages/swap/noun.ts'
import { noun as user } from './ui/pages/user/noun.ts'
import { noun as wallet } from './ui/pages/wallet/noun.ts'
import { noun as withdrawal } from './ui/pages/withdrawal/noun.ts'

/**
 * All nouns of the app. A new one needs a line here, and one in `server/modules.ts`: its pages, and its part of the order lists, come from
 * this list.
 */
export const nouns: readonly Noun[] = [
  home,
  market,
  orders,
  microtrade,
  lever,
  spot,
  forex,
  wallet,
  deposit,
  swap,
  plan,
  strategy,
  savings,
  loan,
  records,
  withdrawal,
  user,
  kyc,
  security,
  bank,
  inbox,
  notifications,
  news,
  service,
  referral,
  session,
]
