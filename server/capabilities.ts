import { bank } from './bank/index.ts'
import type { Capability } from './capability.ts'
import { chat } from './chat/index.ts'
import { deposit } from './deposit/index.ts'
import { desk } from './desk/index.ts'
import { events } from './events/index.ts'
import { personalDataExport } from './export/index.ts'
import { forex } from './forex/index.ts'
import { inbox } from './inbox/index.ts'
import { kyc } from './kyc/index.ts'
import { lever } from './lever/index.ts'
import { loan } from './loan/index.ts'
import { market } from './market/index.ts'
import { microtrade } from './microtrade/index.ts'
import { news } from './news/index.ts'
import { notifications } from './notifications/index.ts'
import { operator } from './operator/index.ts'
import { orders } from './orders/index.ts'
import { plan } from './plan/index.ts'
import { priceAlerts } from './price-alerts/index.ts'
import { records } from './records/index.ts'
import { savings } from './savings/index.ts'
import { security } from './security/index.ts'
import { spot } from './spot/index.ts'
import { strategy } from './strategy/index.ts'
import { swap } from './swap/index.ts'
import { uploads } from './uploads/index.ts'
import { user } from './user/index.ts'
import { wallet } from './wallet/index.ts'
import { watchlist } from './watchlist/index.ts'
import { withdrawal } from './withdrawal/index.ts'

/**
 * All modules of the server. A new noun is a line here: the server, the ledger check, retention, the export, the operator's commands, the
 * metrics, the documents and the tests use this list.
 */
export const capabilities: readonly Capability[] = [
  user,
  security,
  inbox,
  notifications,
  news,
  chat,
  events,
  personalDataExport,
  uploads,
  kyc,
  bank,
  wallet,
  records,
  market,
  watchlist,
  priceAlerts,
  orders,
  microtrade,
  lever,
  spot,
  forex,
  strategy,
  deposit,
  withdrawal,
  swap,
  savings,
  plan,
  loan,
  operator,
  desk,
]
