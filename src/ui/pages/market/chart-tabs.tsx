import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { map, merge, mergeMap } from 'rxjs'
import type { Order } from '../../../api/trade/orders.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { findPair } from '../../../rules/market/pairs.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useLatest } from '../../parts/bind.ts'
import { type Tab, Tabs } from '../../parts/page/tabs.tsx'
import { usePlaceState } from '../../router/router.ts'
import { forex } from '../forex/part.ts'
import { lever } from '../lever/part.ts'
import { microtrade } from '../microtrade/part.ts'
import { rests } from '../orders/order-kind.ts'
import { orders } from '../orders/part.ts'
import { spot } from '../spot/part.ts'
import { OrderBook } from './order-book.tsx'
import { SymbolOrders } from './symbol-orders.tsx'
import { Tape } from './tape.tsx'

const shows = ['book', 'trades', 'positions', 'orders'] as const
type Shows = (typeof shows)[number]
const isShows = (value: unknown): value is Shows => shows.some((each) => each === value)

const none = { positions: undefined, orders: undefined }

/** Below the chart: the order book and trades, unless the book is beside it, and the user's positions and orders. */
export function ChartTabs({ instrument, withBook }: { instrument: Instrument; withBook: boolean }) {
  const { session } = useServices()
  const { t } = useLabels()
  const { symbol } = instrument
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const hasBook = findPair(symbol) !== undefined
  const tabs: Tab<Shows>[] = []
  const [chosen, show] = usePlaceState<Shows>('below', 'book', isShows)
  const { kinds } = usePart(orders)
  const counts = useCounts(symbol)
  const [arrived, setArrived] = useState<Order>()
  useOrdered((order) => {
    if (order.symbol !== symbol) return
    setArrived(order)
    show(rests(kinds, order) ? 'orders' : 'positions')
  })
  if (hasBook && withBook) {
    tabs.push({ value: 'book', label: t('kline.book') }, { value: 'trades', label: t('tape.title') })
  }
  if (signedIn) {
    tabs.push(
      { value: 'positions', label: t('orders.positions'), count: counts.positions },
      { value: 'orders', label: t('kline.openOrders'), count: counts.orders },
    )
  }
  const [first] = tabs
  if (!first) return null
  const shown = tabs.some(({ value }) => value === chosen) ? chosen : first.value
  const choose = (next: Shows) => {
    setArrived(undefined)
    show(next)
  }
  return (
    <div>
      <Tabs label={t('kline.below')} tabs={tabs} value={shown} onChange={choose}>
        {shown === 'book' && <OrderBook symbol={symbol} />}
        {shown === 'trades' && <Tape instrument={instrument} />}
        {(shown === 'positions' || shown === 'orders') && (
          <SymbolOrders key={shown} instrument={instrument} resting={shown === 'orders'} arrived={arrived} />
        )}
      </Tabs>
    </div>
  )
}

/** How many positions and resting orders there are. */
function useCounts(symbol: string): { positions: number | undefined; orders: number | undefined } {
  const { kinds, open } = usePart(orders)
  const counts$ = useMemo(
    () =>
      open.running$.pipe(
        map((all) => {
          const own = all.filter((order) => order.symbol === symbol)
          const resting = own.filter((order) => rests(kinds, order)).length
          return { positions: own.length - resting, orders: resting }
        }),
      ),
    [kinds, open, symbol],
  )
  return useLatest<{ positions: number | undefined; orders: number | undefined }>(counts$, none)
}

/** Calls back with each order that the user just placed. */
function useOrdered(onOrder: (order: Order) => void): void {
  const { open } = usePart(orders)
  const [options, contracts, spots, lots] = [
    usePart(microtrade).store,
    usePart(lever).store,
    usePart(spot).store,
    usePart(forex).store,
  ]
  useEffect(() => {
    const ordered$ = merge(
      options.ordered$.pipe(map((order) => ({ kind: 'microtrade' as const, ...order }))),
      contracts.ordered$.pipe(map((order) => ({ kind: 'lever' as const, ...order }))),
      spots.ordered$.pipe(map((order) => ({ kind: 'spot' as const, ...order }))),
      lots.ordered$.pipe(map((order) => ({ kind: 'forex' as const, ...order }))),
    )
    const listening = ordered$.pipe(mergeMap(open.newest)).subscribe(onOrder)
    return () => listening.unsubscribe()
  })
}
