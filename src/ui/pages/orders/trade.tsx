import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { Order, OrderOf } from '../../../api/trade/orders.ts'
import { isOver } from '../../../machines/trade/is-among.ts'
import type { Market } from '../../../rules/orders/order-list.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { useAsked } from '../../app/use-asked.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { usePagesView } from '../../lists/paged-list.tsx'
import { plus, search } from '../../parts/marks/drawings.ts'
import { Header, HeaderAction } from '../../parts/page/header.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { MARKETS, ORDERS } from '../../router/places.ts'
import { navigate, usePlaceState, useQuery } from '../../router/router.ts'
import { CloseAll } from '../lever/close-all.tsx'
import { AccountHead } from './account-head.tsx'
import { Filters } from './filters.tsx'
import { History } from './history.tsx'
import { NewOrders } from './new-orders.tsx'
import { OpenOrders } from './open-orders.tsx'
import { ofKind } from './order-kind.ts'
import { orders } from './part.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import css from './trade.module.css'
import { type Filter, isShown, noFilter, useFilter } from './use-filter.ts'

/** The user's account, positions and orders on all markets. */
export const TradePage = () => <Trade title="tab.trade" kind="lever" />

/** The same of contracts. */
export const ContractsPage = () => <Trade title="title.contracts" kind="lever" only="lever" back />

/** The same, with the history of forex and metals at first. */
export const ForexOrdersPage = () => <Trade title="tab.trade" kind="forex" usual="forex" />

type TradeProps = Omit<OrderTabsProps, 'onNew'> & { title: UiKey; kind: Order['kind']; back?: boolean }

/** Account, positions, open orders and history. */
function Trade({ title, kind, back = false, ...tabs }: TradeProps) {
  const { t } = useLabels()
  const [isNew, setNew] = useState(false)
  const begin = () => setNew(true)
  return (
    <>
      <Header
        title={t(title)}
        {...(back && { back: ORDERS })}
        trailing={
          <>
            <HeaderAction icon={search} label={t('title.market')} onClick={() => navigate(MARKETS)} />
            <HeaderAction icon={plus} label={t('orders.new')} onClick={begin} />
          </>
        }
      />
      <div className={css.page}>
        <AccountHead />
        <OrderTabs {...tabs} onNew={begin} />
      </div>
      <NewOrders kind={kind} open={isNew} onClose={() => setNew(false)} />
    </>
  )
}

type OrderTabsProps = { usual?: Market; only?: Order['kind']; onNew: () => void }

/**
 * Positions, open orders and history, with receipts. The place may name a receipt to open at once, the first time:
 * `?receipt=<id>&kind=<kind>`.
 */
export function OrderTabs({ usual, only, onNew }: OrderTabsProps) {
  const { t } = useLabels()
  const { kinds, orderList } = usePart(orders)
  const { serverNow } = useServices()
  const { filter: chosen, tab, choose, openTab } = useFilter(usual)
  const filter = only ? { ...chosen, kind: only } : chosen
  const linked = useLinked()
  const [seen, noteSeen] = usePlaceState('seen', false, isYes)
  const { asked, ask, sheet } = useAsked(seen ? undefined : linked)
  const list = useActorOf(orderList, { list: 0, kind: only })
  useReconnected(() => list.send({ type: 'orders.retry' }))
  const pages = useSelector(list, (now) => now.children.pages)
  const ready = usePagesView(pages) === 'ready'
  const { all, asOf } = useShown(list, ({ context }) => ({ all: context.orders, asOf: context.asOf }))
  const open = useMemo(() => all.filter((order) => !isOver(order)), [all])
  const isPosition = (order: Order) => ofKind(kinds, order.kind).isPosition(order)
  const [positions, resting] = [open.filter(isPosition), open.filter((order) => !isPosition(order))]
  // A result and a period are of ended orders.
  const openFilter = { ...filter, result: undefined, period: undefined }
  const listed = tab === 'open' ? resting : positions
  const shownBy = (by: Filter) => listed.filter(isShown(kinds, { ...by, period: undefined }, serverNow()))
  const shown = shownBy(openFilter)
  const contracts = shown.filter((order): order is OrderOf<'lever'> => order.kind === 'lever')
  return (
    <>
      <Tabs
        label={t('orders.tabs')}
        tabs={[
          { value: 'positions', label: t('orders.positions'), count: ready ? positions.length : undefined },
          { value: 'open', label: t('orders.openOrders'), count: ready ? resting.length : undefined },
          { value: 'history', label: t('orders.history') },
        ]}
        value={tab}
        onChange={openTab}
      >
        {tab === 'history' ? (
          <History filter={filter} ofKind={only === undefined} onChoose={choose} onReceipt={ask} />
        ) : (
          <div className={css.section}>
            <Filters
              filter={openFilter}
              ofKind={only === undefined}
              ended={false}
              countOf={(by) => (ready ? shownBy(by).length : undefined)}
              onChoose={choose}
              trailing={tab === 'positions' && <CloseAll orders={contracts} />}
            />
            <OpenOrders
              key={tab}
              orders={shown}
              pages={pages}
              asOf={asOf}
              of={tab}
              isFiltered={shown.length < listed.length}
              onNew={onNew}
              onShowAll={() => choose(noFilter)}
              onRetry={() => list.send({ type: 'orders.retry' })}
            />
          </div>
        )}
      </Tabs>
      {asked && (
        <ReceiptSheet
          key={asked.key}
          order={asked.about}
          open={sheet.open}
          onClose={() => {
            sheet.onClose()
            noteSeen(true)
          }}
        />
      )}
    </>
  )
}

const isYes = (value: unknown): value is boolean => value === true

/** The order whose receipt the place names. Old links have no kind. */
function useLinked(): Pick<Order, 'kind' | 'id'> | undefined {
  const { kinds } = usePart(orders)
  const query = useQuery()
  const id = query.get('receipt')
  return id === null
    ? undefined
    : { id, kind: [...kinds.keys()].find((kind) => kind === query.get('kind')) ?? 'microtrade' }
}
