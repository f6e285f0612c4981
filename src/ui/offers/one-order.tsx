import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { MoneyKind, MoneyListRef, MoneyOrder } from '../../machines/money/moneyList.ts'
import type { Sending } from '../../machines/parts/submission.ts'
import { useCameBack, useReconnected } from '../app/reconnected.ts'
import { useShown } from '../app/shown.ts'
import { useLabels } from '../i18n/index.ts'
import { AsOf } from '../lists/as-of.tsx'
import { LoadFailure } from '../lists/load-failure.tsx'
import { usePagesView } from '../lists/paged-list.tsx'
import { Empty, type Shape, Skeleton } from '../parts/page/states.tsx'
import { Sheet } from '../parts/sheet/sheet.tsx'
import { setQuery } from '../router/place-query.ts'

/** Whether this is a valid order id. An invalid one is never requested. */
export const isOrderId = (id: string): boolean => /^[0-9A-Za-z_-]{8,64}$/.test(id)

type OneOrderProps<Kind extends MoneyKind> = {
  /** A list of that order only. */
  list: MoneyListRef<Kind>
  /** The text if it could not be loaded. */
  failedText: string
  children: (order: MoneyOrder<Kind>) => ReactNode
}

type OrderSheetProps = {
  /** Null if none is open. */
  id: string | null
  title: string
  children: (id: string) => ReactNode
}

/** The sheet of the order in the place's query. */
export function OrderSheet({ id, title, children }: OrderSheetProps) {
  return (
    <Sheet open={id !== null} onClose={() => setQuery({})} title={title}>
      {id !== null && (isOrderId(id) ? children(id) : <NoOrder />)}
    </Sheet>
  )
}

/** No order with the place's id exists for this user. */
export function NoOrder() {
  const { t } = useLabels()
  return <Empty title={t('page.noOrder')} text={t('page.noOrderHint')} />
}

/** One order of a kind, kept current, with its loading states. */
export function OneOrder<Kind extends MoneyKind>({ list, failedText, children }: OneOrderProps<Kind>) {
  const { t } = useLabels()
  const { found, pages } = useShown(list, (now) => ({ found: now.context.orders[0], pages: now.children.pages }))
  const asOf = useSelector(pages, (now) => now?.context.asOf)
  const view = usePagesView(pages)
  useReconnected(() => list.send({ type: 'list.refresh' }))
  if (view === 'loading') return <Skeleton shapes={['hero', 'card']} />
  if (view === 'failed') {
    const retry = () => pages?.send({ type: 'list.retry' })
    return <LoadFailure title={failedText} text={t('page.failedHint')} onRetry={retry} />
  }
  if (!found) return <NoOrder />
  return (
    <>
      <AsOf at={asOf} />
      {children(found)}
    </>
  )
}

type LoadedOrderProps<Order> = {
  /** The machine of the order: with `loadingOrder`. */
  actor: Sending & { send(event: { type: 'order.retry' }): void }
  shapes: readonly Shape[]
  /** The text if it could not be loaded. */
  failed: string
  children: (order: Order) => ReactNode
}

/** One order that the user acts on, with its loading states. */
export function LoadedOrder<Order>({ actor, shapes, failed, children }: LoadedOrderProps<Order>) {
  const { t } = useLabels()
  const order: Order | null = useSelector(actor, (now) => now.context.order)
  const isNone = useSelector(actor, (now) => now.hasTag('none'))
  const hasFailed = useSelector(actor, (now) => now.hasTag('failed'))
  const asOf: number | null = useSelector(actor, (now) => now.context.asOf)
  const retry = () => actor.send({ type: 'order.retry' })
  useCameBack(() => order && (hasFailed || asOf !== null) && retry())
  if (order)
    return (
      <>
        <AsOf at={asOf} />
        {children(order)}
      </>
    )
  if (isNone) return <NoOrder />
  if (!hasFailed) return <Skeleton shapes={shapes} />
  return <LoadFailure title={failed} text={t('page.failedHint')} onRetry={retry} />
}
