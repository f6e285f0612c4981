import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import { ordersFileMachine } from '../../../machines/trade/ordersFile.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { MARKETS } from '../../router/places.ts'
import { byEnd } from './by-end.ts'
import { DailySheet } from './daily-sheet.tsx'
import { Filters, marketNames } from './filters.tsx'
import { FoldedList } from './fold.tsx'
import { noneOf } from './none-of.ts'
import { orderCards } from './order-cards.ts'
import { orders } from './part.ts'
import { Totals } from './totals.tsx'
import css from './trade.module.css'
import { type Filter, isShown, noFilter } from './use-filter.ts'

type HistoryProps = {
  filter: Filter
  /** Whether kinds can be chosen. */
  ofKind: boolean
  onChoose: (filter: Filter) => void
  onReceipt: (order: Order) => void
}

/** Ended orders, newest first by the time that is shown, with their totals, a calendar of daily P&L and a file. */
export function History({ filter, ofKind, onChoose, onReceipt }: HistoryProps) {
  const { kind, market, result } = filter
  return (
    <Asked
      key={`${kind} ${market} ${result}`}
      {...{ filter, ofKind, onChoose, onReceipt }}
      query={{ kind, market, result }}
    />
  )
}

type Query = Pick<Filter, 'kind' | 'market' | 'result'>

function Asked({ filter, query, ofKind, onChoose, onReceipt }: HistoryProps & { query: Query }) {
  const machines = usePart(orders)
  const { serverNow } = useServices()
  const { t } = useLabels()
  const list = useActorOf(machines.orderList, { ...query, list: 1 })
  const sums = useActorOf(machines.orderTotals, query)
  const pages = useSelector(list, (now) => now.children.pages)
  const view = usePagesView(pages)
  const { all, asOf } = useShown(list, ({ context }) => ({ all: context.orders, asOf: context.asOf }))
  const { totals, unsummed } = useShown(sums, (now) => ({
    totals: now.context.totals,
    unsummed: now.hasTag('failed'),
  }))
  const retry = () => {
    list.send({ type: 'orders.retry' })
    sums.send({ type: 'totals.retry' })
  }
  useReconnected(retry)
  // The server adds up what it can filter.
  const isPart = filter.way !== undefined || filter.period !== undefined
  const found = byEnd(all.filter(isShown(machines.kinds, filter, serverNow())))
  const counted = totals && totals.won + totals.lost + totals.returned + totals.traded
  const failed = view === 'failed' || (unsummed && !totals)
  const loading = view === 'loading' || !totals
  return (
    <section className={css.section} aria-label={t('orders.history')}>
      <Filters
        filter={filter}
        ofKind={ofKind}
        ended
        countOf={(by) =>
          by !== filter || failed || loading ? undefined : isPart ? found.length : (counted ?? undefined)
        }
        onChoose={onChoose}
        trailing={<Tools query={query} />}
      />
      {failed ? (
        <LoadFailure title={t('orders.failed')} text={t('page.failedHint')} onRetry={retry} />
      ) : loading ? (
        <Skeleton shapes={['card', 'row', 'row', 'row', 'row', 'row']} />
      ) : (
        <>
          <AsOf at={asOf} />
          {found.length === 0 ? (
            <None filter={ofKind ? filter : { ...filter, kind: undefined }} onShowAll={() => onChoose(noFilter)} />
          ) : (
            <>
              {!isPart && <Totals totals={totals} ofAll={query.result === undefined} />}
              <Rows orders={found} onReceipt={onReceipt} />
            </>
          )}
          <More pages={pages} failedText={t('orders.moreFailed')} />
        </>
      )}
    </section>
  )
}

function Rows({ orders: found, onReceipt }: { orders: readonly Order[]; onReceipt: (order: Order) => void }) {
  const cardsOf = usePart(orderCards)
  const { t } = useLabels()
  return (
    <FoldedList className={css.rows} orders={found} label={t('orders.history')}>
      {(order) => {
        const { Ended } = cardsOf(order.kind)
        return <Ended order={order} onReceipt={() => onReceipt(order)} />
      }}
    </FoldedList>
  )
}

/** The calendar of daily P&L, and the file of the filtered orders. */
function Tools({ query }: { query: Query }) {
  const { t } = useLabels()
  const [open, setOpen] = useState(false)
  const file = useActorOf(ordersFileMachine, query)
  const { busy, failed } = useShown(file, (now) => ({ busy: now.hasTag('busy'), failed: now.hasTag('failed') }))
  return (
    <span className={css.tools}>
      <Button kind="plain" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('orders.daily')}
      </Button>
      <Button kind="plain" small busy={busy} onClick={() => file.send({ type: 'file.save' })}>
        {t('orders.csv')}
      </Button>
      <span role="status" className="fine">
        {failed && t('orders.csvFailed')}
      </span>
      <DailySheet open={open} onClose={() => setOpen(false)} />
    </span>
  )
}

function None({ filter, onShowAll }: { filter: Filter; onShowAll: () => void }) {
  const { market } = filter
  const { t } = useLabels()
  const isFiltered = Object.values(filter).some((each) => each !== undefined)
  return (
    <Empty
      title={t(noneOf(filter))}
      text={
        isFiltered
          ? market && t('orders.onlyMarket', { market: t(marketNames[market]) })
          : t('orders.noneCompletedHint')
      }
      action={
        isFiltered ? { onClick: onShowAll, label: t('orders.showAll') } : { to: MARKETS, label: t('orders.openMarket') }
      }
    />
  )
}
