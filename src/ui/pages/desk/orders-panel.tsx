import { useSelector } from '@xstate/react'
import type { Ref } from 'react'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useQuery } from '../../router/router.ts'
import { OrderTabs } from '../orders/trade.tsx'
import css from './desk.module.css'

/** The user's positions and orders on all markets. */
export function OrdersPanel({ ref, onNew }: { ref: Ref<HTMLElement>; onNew: () => void }) {
  const { session } = useServices()
  const { t } = useLabels()
  const receipt = useQuery().get('receipt')
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  return (
    <section ref={ref} className={css.orders} aria-label={t('desk.orders')}>
      {signedIn ? <OrderTabs key={receipt} onNew={onNew} /> : <p className="muted">{t('orders.noneOpen')}</p>}
    </section>
  )
}
