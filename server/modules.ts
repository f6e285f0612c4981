import { admin } from './admin/module.ts'
import { backup } from './backup/module.ts'
import { bank } from './bank/module.ts'
import { chat } from './chat/module.ts'
import { deposit } from './deposit/module.ts'
import { events } from './events/module.ts'
import { personalDataExport } from './export/module.ts'
import { forex } from './forex/module.ts'
import { inbox } from './inbox/module.ts'
import { kyc } from './kyc/module.ts'
import { lever } from './lever/module.ts'
import { loan } from './loan/module.ts'
import { market } from './market/module.ts'
import { microtrade } from './microtrade/module.ts'
import type { Module } from './module.ts'
import { news } from './news/module.ts'
import { notifications } from './notifications/module.ts'
import { operator } from './operator/module.ts'
import { orders } from './orders/module.ts'
import { plan } from './plan/module.ts'
import { priceAlerts } from './price-alerts/module.ts'
import { records } from './records/module.ts'
import { savings } from './savings/module.ts'
import { security } from './security/module.ts'
import { spot } from './spot/module.ts'
import { strategy } from './strategy/module.ts'
import { swap } from './swap/module.ts'
import { uploads } from './uploads/module.ts'
import { user } from './user/module.ts'
import { wallet } from './wallet/module.ts'
import { watchlist } from './watchlist/module.ts'
import { withdrawal } from './withdrawal/module.ts'

/**
 * All modules of the server. A new noun is a line here: the server, the ledger check, retention, the export, the operator's commands, the
 * metrics, the documents and the tests use this list.
 */
export const modules: readonly Module[] = [
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
  backup,
  admin,
]
