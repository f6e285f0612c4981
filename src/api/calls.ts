import * as bank from './bank.ts'
import type { Call } from './call.ts'
import * as events from './events.ts'
import { exportData } from './export.ts'
import * as kyc from './kyc.ts'
import * as market from './market.ts'
import * as microtrade from './microtrade.ts'
import * as safe from './safe.ts'
import * as user from './user.ts'
import * as wallet from './wallet.ts'

/** Every call of the API. */
export const calls: readonly Call[] = [
  user.login,
  user.register,
  user.forget,
  user.nonce,
  user.addressreg,
  user.logout,
  user.info,
  user.invite,
  user.setLang,
  user.smsCode,
  user.mailCode,
  user.areaCodes,
  user.outbox,
  user.messages,
  user.readMessages,
  events.events,
  safe.google,
  safe.payPassword,
  safe.email,
  safe.updatePassword,
  safe.sessions,
  exportData,
  kyc.getRealInfo,
  kyc.realName,
  kyc.uploadPhoto,
  bank.cashInfo,
  bank.cashSave,
  wallet.list,
  wallet.getInfo,
  market.quotation,
  market.timeshar,
  market.whlist,
  market.whkdata,
  microtrade.seconds,
  microtrade.payableCurrencies,
  microtrade.submit,
  microtrade.lists,
  microtrade.whsubmit,
  microtrade.whlists,
  microtrade.receipt,
]
