import { useState } from 'react'
import type { Order } from '../../../api/orders.ts'
import type { Market } from '../../../rules/order-list.ts'
import { usePlaceState, useQuery } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { Filters } from './filters.tsx'
import { History } from './history.tsx'
import { kindNames } from './kinds.tsx'
import { OpenOrders } from './open-orders.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import css from './trade.module.css'
import { useFilter } from './use-filter.ts'

const isYes = (value: unknown): value is boolean => value === true

/** A person's orders on every market. */
export const TradePage = () => <Trade usual={undefined} />

/** The same, with the history of foreign exchange and metals. */
export const ForexOrdersPage = () => <Trade usual="forex" />

/**
 * What a person has open, and what has ended, each with its receipt. The place may name one whose receipt is open at
 * once, the first time: `?receipt=<id>&kind=<kind>`.
 */
function Trade({ usual }: { usual: Market | undefined }) {
  const { t } = useWords()
  const linked = useLinked()
  const { market, result, choose } = useFilter(usual)
  const [seen, noteSeen] = usePlaceState('seen', false, isYes)
  const [receipt, setReceipt] = useState(linked)
  const [receiptOpen, setReceiptOpen] = useState(linked !== undefined && !seen)
  return (
    <div className={css.page}>
      <OpenOrders>
        <section className={css.section} aria-label={t('orders.history')}>
          <h2 className={css.title}>{t('orders.history')}</h2>
          <Filters market={market} result={result} onChoose={choose} />
          <History
            key={`${market} ${result}`}
            filter={{ market, result }}
            onShowAll={() => choose({ market: undefined, result: undefined })}
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
