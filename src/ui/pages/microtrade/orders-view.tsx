import { useState } from 'react'
import { Link } from 'wouter'
import type { OrderKind } from '../../../machines/trade/orderList.ts'
import { usePlaceState, useQuery } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { OrderList } from './order-list.tsx'
import css from './orders.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'

type Shown = 'open' | 'completed'
const isShown = (value: unknown): value is Shown => value === 'open' || value === 'completed'
const isYes = (value: unknown): value is boolean => value === true

/** The options on crypto pairs. */
export const TradePage = () => <OrdersView kind="crypto" />

/** The options on foreign exchange and metals. */
export const ForexOrdersPage = () => <OrdersView kind="wh" />

/**
 * A person's options: those that run, and those that have ended, each with its receipt. The place may name one whose
 * receipt is open at once, the first time: `?receipt=<id>`.
 */
function OrdersView({ kind }: { kind: OrderKind }) {
  const { t } = useWords()
  const linked = useQuery().get('receipt')
  const [shown, show] = usePlaceState<Shown>('list', linked === null ? 'open' : 'completed', isShown)
  const [seen, noteSeen] = usePlaceState('seen', false, isYes)
  const [receipt, setReceipt] = useState(linked ?? undefined)
  const [receiptOpen, setReceiptOpen] = useState(linked !== null && !seen)
  const tabs = [
    { value: 'open', label: t('orders.open') },
    { value: 'completed', label: t('orders.completed') },
  ] as const
  return (
    <>
      <nav className={css.kinds} aria-label={t('orders.kinds')}>
        <Link
          href="/pages/order/trade"
          replace
          className={css.kind}
          aria-current={kind === 'crypto' ? 'page' : undefined}
        >
          {t('market.crypto')}
        </Link>
        <Link
          href="/pages/whdetail/order"
          replace
          className={css.kind}
          aria-current={kind === 'wh' ? 'page' : undefined}
        >
          {t('orders.forex')}
        </Link>
      </nav>
      <Tabs label={t('orders.lists')} tabs={tabs} value={shown} onChange={show}>
        <div className={css.panel}>
          <OrderList
            key={shown}
            kind={kind}
            list={shown === 'open' ? 0 : 1}
            onReceipt={({ id }) => {
              setReceipt(id)
              setReceiptOpen(true)
            }}
          />
        </div>
      </Tabs>
      {receipt && (
        <ReceiptSheet
          key={receipt}
          id={receipt}
          open={receiptOpen}
          onClose={() => {
            setReceiptOpen(false)
            noteSeen(true)
          }}
        />
      )}
    </>
  )
}
