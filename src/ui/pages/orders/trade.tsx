import { type ReactNode, useState } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import type { Market } from '../../../rules/orders/order-list.ts'
import { useWords } from '../../i18n/index.ts'
import { usePlaceState, useQuery } from '../../router/router.ts'
import { NewForex } from '../forex/new-forex.tsx'
import { NewContract } from '../lever/new-contract.tsx'
import { NewSpot } from '../spot/new-spot.tsx'
import { Filters } from './filters.tsx'
import { History } from './history.tsx'
import { kindNames } from './kinds.tsx'
import { OpenOrders } from './open-orders.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import css from './trade.module.css'
import { useFilter } from './use-filter.ts'

const isYes = (value: unknown): value is boolean => value === true

/** The user's orders on all markets, and the spot form. */
export const TradePage = () => (
  <Trade usual={undefined}>
    <NewSpot />
  </Trade>
)

/** The user's contracts, and the form for a new one. */
export const ContractsPage = () => (
  <Trade usual={undefined} kind="lever">
    <NewContract />
  </Trade>
)

/** The same with the history of forex and metals, and their form. */
export const ForexOrdersPage = () => (
  <Trade usual="forex">
    <NewForex />
  </Trade>
)

/**
 * The user's open orders and order history, with receipts. The place may name a receipt to open at once, the first time:
 * `?receipt=<id>&kind=<kind>`.
 */
function Trade({
  usual,
  kind: only,
  children,
}: {
  usual: Market | undefined
  kind?: Order['kind']
  children?: ReactNode
}) {
  const { t } = useWords()
  const linked = useLinked()
  const filter = useFilter(usual)
  const { market, result, choose } = filter
  const kind = only ?? filter.kind
  const [seen, noteSeen] = usePlaceState('seen', false, isYes)
  const [receipt, setReceipt] = useState(linked)
  const [receiptOpen, setReceiptOpen] = useState(linked !== undefined && !seen)
  return (
    <div className={css.page}>
      {children}
      <OpenOrders kind={only}>
        <section className={css.section} aria-label={t('orders.history')}>
          <h2 className={css.title}>{t('orders.history')}</h2>
          <Filters filter={{ kind, market, result }} ofKind={only === undefined} onChoose={choose} />
          <History
            key={`${kind} ${market} ${result}`}
            filter={{ kind, market, result }}
            onShowAll={() => choose({ kind: undefined, market: undefined, result: undefined })}
            onReceipt={(order) => {
              setReceipt(order)
              setReceiptOpen(true)
            }}
          />
        </section>
      </OpenOrders>
      {receipt && (
        <ReceiptSheet
          key={receipt.id}
          kind={receipt.kind}
          id={receipt.id}
          open={receiptOpen}
          onClose={() => {
            setReceiptOpen(false)
            noteSeen(true)
          }}
        />
      )}
    </div>
  )
}

/** The order whose receipt the place names. Old links have no kind. */
function useLinked(): Pick<Order, 'kind' | 'id'> | undefined {
  const query = useQuery()
  const id = query.get('receipt')
  return id === null ? undefined : { id, kind: kindNames.find((kind) => kind === query.get('kind')) ?? 'microtrade' }
}
