import { type ReactNode, useState } from 'react'
import type { Order } from '../../../api/orders.ts'
import type { Market } from '../../../rules/order-list.ts'
import { usePlaceState, useQuery } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
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

/** A person's orders on every market, and the form that buys or sells a coin. */
export const TradePage = () => (
  <Trade usual={undefined}>
    <NewSpot />
  </Trade>
)

/** A person's contracts, and the form that opens one. */
export const ContractsPage = () => (
  <Trade usual={undefined} kind="lever">
    <NewContract />
  </Trade>
)

/** The same, with the history of foreign exchange and metals, and the form that opens a position there. */
export const ForexOrdersPage = () => (
  <Trade usual="forex">
    <NewForex />
  </Trade>
)

/**
 * What a person has open, and what has ended, each with its receipt. The place may name one whose receipt is open at
 * once, the first time: `?receipt=<id>&kind=<kind>`.
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

/** The order whose receipt the place names. A link without a kind is of when there was one. */
function useLinked(): Pick<Order, 'kind' | 'id'> | undefined {
  const query = useQuery()
  const id = query.get('receipt')
  return id === null ? undefined : { id, kind: kindNames.find((kind) => kind === query.get('kind')) ?? 'microtrade' }
}
