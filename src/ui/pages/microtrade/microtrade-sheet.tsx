import { useSelector } from '@xstate/react'
import type { MicrotradeActor } from '../../../machines/trade/microtradeForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { OrderSheet } from '../orders/order-sheet.tsx'
import type { OrderSheetProps } from '../orders/order-ticket.ts'
import { ordersPlace } from '../orders/orders-place.ts'
import { TicketPrice } from '../orders/ticket-head.tsx'
import { MicrotradeForm } from './microtrade-form.tsx'
import css from './microtrade-sheet.module.css'
import { NameWanted } from './name-wanted.tsx'

/** The sheet that buys a timed option. */
export function MicrotradeSheet(props: OrderSheetProps<MicrotradeActor>) {
  const { t } = useLabels()
  const { form, offer } = useShown(props.actor, ({ context }) => ({ form: context.form, offer: context.offer }))
  const { symbol, direction } = form
  return (
    <OrderSheet
      {...props}
      noun="microtrade"
      symbol={symbol}
      price={<TicketPrice symbol={symbol} alone />}
      side={{ text: t(`orders.direction.${direction}`), way: direction }}
      above={<Offline />}
      orders={ordersPlace(instrumentOf(symbol))}
    >
      {offer?.wanted ? <NameWanted wanted={offer.wanted} /> : <MicrotradeForm actor={props.actor} />}
    </OrderSheet>
  )
}

/** Offline notice in the sheet, which covers the page's own. */
function Offline() {
  const { connection } = useServices()
  const { t } = useLabels()
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  return (
    <div className={css.offline} role="status">
      {interrupted && <Callout>{t('microtrade.offline')}</Callout>}
    </div>
  )
}
