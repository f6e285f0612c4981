import type { ForexOrder } from '../../../api/trade/forex.ts'
import { closeForex } from '../../../machines/trade/forex.ts'
import { nextOpen } from '../../../rules/market/hours.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { formatWeekday } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { FOREX_ORDERS } from '../../router/places.ts'
import { useClosed } from '../market/use-closed.ts'
import { AskSheet } from '../orders/ask-sheet.tsx'
import { figuresOf } from '../orders/figures.tsx'
import { Expected } from './expected.tsx'
import { lotsText } from './labels.ts'

type CloseSheetProps = { order: ForexOrder; open: boolean; onClose: () => void }

/** The sheet that closes a position: estimated proceeds and closing time. Give each new one a key. */
export function CloseSheet({ order, ...sheet }: CloseSheetProps) {
  const { serverNow } = useServices()
  const words = useLabels()
  const { t, lang } = words
  const instrument = instrumentOf(order.symbol)
  const closed = useClosed(instrument)
  return (
    <AskSheet
      {...sheet}
      machine={closeForex}
      about={{ id: order.id }}
      orders={FOREX_ORDERS}
      note={t('forex.expectedNote')}
      confirm={t('lever.act.close')}
      title={t('lever.act.close')}
      description={`${pairOf(order.symbol)} · ${lotsText(order.lots, words)}`}
      facts={[
        { term: t('lever.lastPrice'), value: figuresOf(order, 'receive').now },
        { term: t('forex.expected'), value: <Expected order={order} /> },
      ]}
    >
      {closed && (
        <Callout>
          {t('forex.closesLater', { time: formatWeekday(nextOpen(instrument.kind, serverNow()), lang) })}
        </Callout>
      )}
    </AskSheet>
  )
}
