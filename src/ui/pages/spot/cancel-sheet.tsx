import type { SpotOrder } from '../../../api/trade/spot.ts'
import { usePart } from '../../app/part.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useWords } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { ORDERS } from '../../router/places.ts'
import { AskSheet } from '../orders/ask-sheet.tsx'
import { Money, PriceText } from '../orders/figures.tsx'
import { spot } from './part.ts'
import { quantitiesOf } from './quantity.ts'

type CancelSheetProps = { order: SpotOrder; open: boolean; onClose: () => void }

/** The sheet that cancels an order, or its unfilled remainder. Give each new one a key. */
export function CancelSheet({ order, open, onClose }: CancelSheetProps) {
  const machines = usePart(spot)
  const { t, lang } = useWords()
  return (
    <AskSheet
      machine={machines.cancel}
      about={{ id: order.id }}
      orders={ORDERS}
      open={open}
      onClose={onClose}
      note={t('spot.cancelNote')}
      confirm={t('lever.doCancel')}
      title={t('lever.act.cancel')}
      description={`${pairOf(order.symbol)} · ${t(`spot.side.${order.side}`)}`}
    >
      <Facts
        facts={[
          {
            id: 'limit',
            term: t('lever.limitPrice'),
            value: <PriceText symbol={order.symbol} price={order.price} />,
          },
          { id: 'left', term: t('spot.remaining'), value: quantitiesOf(order, lang).left },
          {
            id: 'held',
            term: t('lever.reserve'),
            value: <Money as="exact" amount={order.held} currency={order.currency} />,
          },
        ]}
      />
    </AskSheet>
  )
}
