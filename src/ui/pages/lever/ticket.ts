import type { LeverActor } from '../../../machines/trade/leverForm.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { contractBy, contracts, findContract } from '../../../rules/lever/terms.ts'
import { marginCurrency, type OrderTicket } from '../orders/order-ticket.ts'
import { sides } from '../orders/sides.ts'
import { LeverSheet } from './lever-sheet.tsx'
import { lever } from './part.ts'

export const ticket: OrderTicket<LeverDirection, LeverActor> = {
  name: 'title.contracts',
  part: lever,
  sides: sides.lever,
  field: 'direction',
  symbols: contracts.map(({ symbol }) => symbol),
  note: (symbol, { t }, rules) => {
    const contract = findContract(symbol)
    return contract && t('lever.upTo', { leverage: contractBy(rules, contract).tiers[0]?.leverageMax ?? 1 })
  },
  currencyOf: marginCurrency,
  Sheet: LeverSheet,
}
