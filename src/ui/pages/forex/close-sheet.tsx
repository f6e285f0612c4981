import type { ForexOrder } from '../../../api/forex.ts'
import { nextOpen } from '../../../rules/market/hours.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatWeekday } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { usePart } from '../../part.ts'
import { Callout } from '../../parts/callout.tsx'
import { Facts } from '../../parts/list.tsx'
import { Price } from '../../parts/price.tsx'
import { FOREX_ORDERS } from '../../places.ts'
import { useServices } from '../../services.ts'
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
