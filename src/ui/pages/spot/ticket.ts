import type { SpotActor } from '../../../machines/trade/spotForm.ts'
import { pairs, SPOT_FEE_BPS } from '../../../rules/market/pairs.ts'
import type { SpotSide } from '../../../rules/spot/spot.ts'
import { formatBps } from '../../format/format.ts'
import type { OrderTicket } from '../orders/order-ticket.ts'
import { sides } from '../orders/sides.ts'
import { spot } from './part.ts'
import { SpotSheet } from './spot-sheet.tsx'

export const ticket: OrderTicket<SpotSide, SpotActor> = {
  name: 'lever.kind.spot',
  part: spot,
  sides: sides.spot,
  field: 'side',
  symbols: pairs.map(({ symbol }) => symbol),
  note: (_, { t, lang }) => t('fee.at', { rate: formatBps(SPOT_FEE_BPS, lang) }),
  currencyOf: ({ base, quote }, side) => (side === 'sell' ? base : quote),
  Sheet: SpotSheet,
}
