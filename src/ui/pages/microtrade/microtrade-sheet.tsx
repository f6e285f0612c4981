import { useSelector } from '@xstate/react'
import type { MicrotradeActor } from '../../../machines/trade/microtradeForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount } from '../../format/format.ts'
import { shortName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { OrderSheet } from '../orders/order-sheet.tsx'
import { ordersPlace } from '../orders/orders-place.ts'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { MicrotradeForm } from './microtrade-form.tsx'
import css from './microtrade-sheet.module.css'
import { NameWanted } from './name-wanted.tsx'

/** The sheet that buys a timed option. */
export function MicrotradeSheet(props: OrderSheetProps<MicrotradeActor>) {
  const { t } = useLabels()
  const { form, offer } = useShown(props.actor, ({ context }) => ({ form: context.form, offer: context.offer }))
  const { symbol, direction } = form
  const instrument = instrumentOf(symbol)
  return (
    <OrderSheet
      {...props}
      noun="microtrade"
      title={
        <>
          {t(`orders.direction.${direction}`)} <span className={direction}>{shortName(instrument)}</span>
        </>
      }
      aside={offer && !offer.wanted && <Available actor={props.actor} />}
      above={<Offline />}
      orders={ordersPlace(instrument)}
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

/** The available amount of the paying currency, less what a loan requires. */
function Available({ actor }: { actor: MicrotradeActor }) {
  const { t, lang } = useLabels()
  const { form, offer } = useShown(actor, ({ context }) => ({ form: context.form, offer: context.offer }))
  const { currency } = form
  const terms = offer?.terms.find((each) => each.currency === currency)
  const available = terms ? freeOf(terms, terms.cover) : '0'
  return t('currency.available', { amount: formatAmount(available, 'receive', currency, lang), currency })
}
