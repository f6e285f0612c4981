import type { MicrotradeActor } from '../../../machines/trade/microtradeForm.ts'
import { type Direction, periods } from '../../../rules/microtrade/microtrade.ts'
import { formatBps } from '../../format/format.ts'
import { formatSeconds } from '../../format/period.ts'
import { marginCurrency, type OrderTicket } from '../orders/order-ticket.ts'
import { sides } from '../orders/sides.ts'
import { MicrotradeSheet } from './microtrade-sheet.tsx'
import { microtrade } from './part.ts'

const [shortest] = periods

export const ticket: OrderTicket<Direction, MicrotradeActor> = {
  name: 'kind.options',
  part: microtrade,
  sides: sides.microtrade,
  field: 'direction',
  isSold: ({ timedOptions }) => timedOptions,
  note: (_, { lang }) =>
    shortest && `${formatSeconds(shortest.seconds, lang)} · ${formatBps(shortest.payoutBps, lang)}`,
  currencyOf: marginCurrency,
  Sheet: MicrotradeSheet,
}
