import { messages } from '../../../src/api/account/user.ts'
import { candles, quotation } from '../../../src/api/market/market.ts'
import * as records from '../../../src/api/money/records.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import * as orders from '../../../src/api/trade/orders.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { events } from '../../../src/api/wire/events.ts'
import { info } from '../../../src/api/wire/session.ts'
import { LEAST_STAKE } from '../microtrade/support.ts'

const option = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', amount: LEAST_STAKE, seconds: 300 }

/** The ten commonest calls with an input each: what the app asks for when it opens, and the purchase of an option. */
export const commonest: readonly (readonly [call: Call, input: Readonly<Record<string, string | number>>])[] = [
  [quotation, {}],
  [info, {}],
  [wallet.list, {}],
  [wallet.equity, {}],
  [orders.list, { list: 0 }],
  [records.list, {}],
  [candles, { symbol: 'BTCUSDT', interval: '1m' }],
  [events, { after: 0 }],
  [messages, {}],
  [submit, option],
]
