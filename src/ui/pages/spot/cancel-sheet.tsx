import type { SpotOrder } from '../../../api/trade/spot.ts'
import { cancelSpot } from '../../../machines/trade/spot.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { ORDERS } from '../../router/places.ts'
import { AskSheet } from '../orders/ask-sheet.tsx'
import { figuresOf } from '../orders/figures.tsx'
import { quantitiesOf } from './quantity.ts'

type CancelSheetProps = { order: SpotOrder; open: boolean; onClose: () => void }

/** The sheet that cancels an order, or its unfilled remainder. Give each new one a key. */
export function CancelSheet({ order, ...sheet }: CancelSheetProps) {
  const { t, lang } = useLabels()
  const { money, price } = figuresOf(order, 'exact')
  return (
    <AskSheet
      {...sheet}
      machine={cancelSpot}
      about={{ id: order.id }}
      orders={ORDERS}
      note={t('spot.cancelNote')}
      confirm={t('lever.act.cancel')}
      title={t('lever.act.cancel')}
      description={`${pairOf(order.symbol)} · ${t(`spot.side.${order.side}`)}`}
      facts={[
        { term: t('lever.limitPrice'), value: price(order.price) },
        { term: t('spot.remaining'), value: quantitiesOf(order, lang).left },
        { term: t('lever.reserve'), value: money(order.held) },
      ]}
    />
  )
}
