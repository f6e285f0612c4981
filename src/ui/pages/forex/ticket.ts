import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { findForexPair, forexSymbols } from '../../../rules/forex/pairs.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { marginCurrency, type OrderTicket } from '../orders/order-ticket.ts'
import { sides } from '../orders/sides.ts'
import { ForexSheet } from './forex-sheet.tsx'
import { forex } from './part.ts'

export const ticket: OrderTicket<LeverDirection, ForexActor> = {
  name: 'market.forex',
  part: forex,
  sides: sides.forex,
  field: 'direction',
  symbols: forexSymbols,
  note: (symbol, { t }) => t('forex.leverage', { leverage: findForexPair(symbol)?.leverage ?? 1 }),
  currencyOf: marginCurrency,
  Sheet: ForexSheet,
}
