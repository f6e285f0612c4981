import type { LeverOrder } from '../../../api/trade/lever.ts'
import { closeAllLevers } from '../../../machines/trade/lever.ts'
import { contractNetAt } from '../../../rules/lever/figures.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { CONTRACTS } from '../../router/places.ts'
import { AskSheet } from '../orders/ask-sheet.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import { leveragedSide } from '../orders/sides.ts'
import { WayMark } from '../orders/way-mark.tsx'

type CloseAllSheetProps = { orders: readonly LeverOrder[]; open: boolean; onClose: () => void }

/** The sheet that closes all positions. `orders`: the open ones. Give each new one a key. */
export function CloseAllSheet({ orders, ...sheet }: CloseAllSheetProps) {
  const words = useLabels()
  const { t } = words
  const named = (order: LeverOrder) => {
    const { way, text } = leveragedSide('lever', order, words)
    return (
      <>
        {pairOf(order.symbol)} <WayMark way={way}>{text}</WayMark>
      </>
    )
  }
  return (
    <AskSheet
      {...sheet}
      machine={closeAllLevers}
      about={{}}
      orders={CONTRACTS}
      note={t('lever.closeNote')}
      confirm={t('lever.closeAll.confirm', { count: orders.length })}
      title={t('lever.closeAll.title')}
      facts={[
        ...orders.map((order) => ({
          id: order.id,
          term: named(order),
          value: <LiveProfit orders={[order]} netAt={contractNetAt} />,
        })),
        { term: t('lever.ifClosed'), value: <LiveProfit orders={orders} netAt={contractNetAt} /> },
      ]}
    />
  )
}
