import type { ForexOrder } from '../../../api/trade/forex.ts'
import { nextOpen } from '../../../rules/market/hours.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { formatWeekday } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useWords } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Price } from '../../parts/lists/price.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { FOREX_ORDERS } from '../../router/places.ts'
import { useClosed } from '../market/use-closed.ts'
import { AskSheet } from '../orders/ask-sheet.tsx'
import { Expected } from './expected.tsx'
import { forex } from './part.ts'
import { lotsText } from './words.ts'

type CloseSheetProps = { order: ForexOrder; open: boolean; onClose: () => void }

/** The sheet that closes a position: estimated proceeds and closing time. Give each new one a key. */
export function CloseSheet({ order, open, onClose }: CloseSheetProps) {
  const { quotes, serverNow } = useServices()
  const machines = usePart(forex)
  const words = useWords()
  const { t, lang } = words
  const { symbol } = order
  const instrument = instrumentOf(symbol)
  const closed = useClosed(instrument)
  return (
    <AskSheet
      machine={machines.close}
      about={{ id: order.id }}
      orders={FOREX_ORDERS}
      open={open}
      onClose={onClose}
      note={t('forex.expectedNote')}
      confirm={t('lever.act.close')}
      title={t('lever.act.close')}
      description={`${pairOf(symbol)} · ${lotsText(order.lots, words)}`}
    >
      <Facts
        facts={[
          {
            id: 'now',
            term: t('orders.now'),
            value: <Price quote$={quotes.quote$(symbol)} scale={instrument.scale} />,
          },
          { id: 'expected', term: t('forex.expected'), value: <Expected order={order} /> },
        ]}
      />
      {closed && (
        <Callout>
          {t('forex.closesLater', { time: formatWeekday(nextOpen(instrument.kind, serverNow()), lang) })}
        </Callout>
      )}
    </AskSheet>
  )
}
