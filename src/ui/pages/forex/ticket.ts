import type { ForexActor } from '../../../machines/trade/forexForm.ts'
import { findForexPair, forexSymbols, pairBy } from '../../../rules/forex/pairs.ts'
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
  note: (symbol, { t }, rules) => {
    const pair = findForexPair(symbol)
    return pair && t('forex.leverage', { leverage: pairBy(rules, pair).leverage })
  },
  currencyOf: marginCurrency,
  Sheet: ForexSheet,
}
