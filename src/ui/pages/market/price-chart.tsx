import { useMemo, useRef, useState } from 'react'
import { combineLatest, map } from 'rxjs'
import type { Order } from '../../../api/trade/orders.ts'
import type { Lang } from '../../../api/wire/fields.ts'
import type { ActForm } from '../../../machines/trade/positionAct.ts'
import { validateStops } from '../../../rules/lever/acts.ts'
import type { StopField } from '../../../rules/lever/form.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import type { ChartInterval } from '../../../rules/market/intervals.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../../rules/money/money.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useAsked } from '../../app/use-asked.ts'
import { Chart, type ChartHandle } from '../../chart/chart.tsx'
import type { Drawn } from '../../chart/drawn.ts'
import type { Said } from '../../chart/grips.ts'
import type { IndicatorKey } from '../../chart/indicators.ts'
import type { StopName } from '../../chart/stop-grips.ts'
import { formatAmount } from '../../format/format.ts'
import { pairName } from '../../format/instrument-names.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { useLatest } from '../../parts/bind.ts'
import { ActSheet as LotsActSheet } from '../forex/act-sheet.tsx'
import { ActSheet } from '../lever/act-sheet.tsx'
import { ofKind } from '../orders/order-kind.ts'
import { orders } from '../orders/part.ts'
import { useChartChoices } from './chart-choices.ts'
import { ChartControls } from './chart-controls.tsx'
import css from './chart-page.module.css'
import { Lines } from './lines-sheet.tsx'
import { market } from './part.ts'

const noIndicators: readonly IndicatorKey[] = []
const noOrders: readonly Order[] = []
const noLines: readonly Drawn[] = []
const fieldOf: Readonly<Record<StopName, StopField>> = { stop: 'stopLoss', profit: 'takeProfit' }

/** The chart of an instrument with the user's open orders and movable stops, their fills, and their lines. */
export function PriceChart({ instrument, interval }: { instrument: Instrument; interval: ChartInterval }) {
  const { candles, drawn: lines } = usePart(market)
  const {
    kinds,
    open: { running$, past },
  } = usePart(orders)
  const { indicators } = useChartChoices()
  const { lang } = useLabels()
  const { symbol, scale } = instrument
  const chart = useMemo(() => candles.chart(symbol, interval), [candles, symbol, interval])
  const live$ = useMemo(
    () => running$.pipe(map((orders) => orders.filter((order) => order.symbol === symbol))),
    [running$, symbol],
  )
  const positions$ = useMemo(
    () =>
      live$.pipe(
        map((orders) =>
          orders.flatMap((order) => {
            const { positions, netAt } = ofKind(kinds, order.kind)
            const net = netAt && ((price: number) => formatNet(order, netAt(order, price.toFixed(scale)), lang))
            return positions(order).map((position) => ({ ...position, ...(net && { net }) }))
          }),
        ),
      ),
    [live$, kinds, scale, lang],
  )
  const deals$ = useMemo(
    () =>
      combineLatest([live$, past(symbol)]).pipe(
        map((orders) => orders.flat().flatMap((order) => ofKind(kinds, order.kind).deals(order))),
      ),
    [live$, past, symbol, kinds],
  )
  const live = useLatest(live$, noOrders)
  const positionOf = (id: string) => live.find((order): order is Stopped => hasStops(order) && order.id === id)
  const drawn = useLatest(
    useMemo(() => lines.of(symbol), [lines, symbol]),
    noLines,
  )
  const handle = useRef<ChartHandle>(null)
  const say = useSayStop(symbol, (order, price) => ofKind(kinds, order.kind).netAt?.(order, price))
  const [ask, sheet] = useStopsSheet()
  const [full, setFull] = useState(false)
  const tools = (close: () => void) => (
    <Lines
      instrument={instrument}
      drawn={drawn}
      onDraw={(kind) => {
        handle.current?.draw(kind, newRequestId())
        close()
      }}
      onRemove={(id) => lines.remove(symbol, id)}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the full screen from wherever the focus is in it
    <div className={css.area} data-full={full || undefined} onKeyDown={({ key }) => key === 'Escape' && setFull(false)}>
      <ChartControls interval={interval} full={full} onFull={setFull} tools={tools} />
      <div className={css.chart}>
        <Chart
          ref={handle}
          drawn={drawn}
          onDrawn={(line) => lines.put(symbol, line)}
          onErased={(id) => lines.remove(symbol, id)}
          candles$={chart.candles$}
          positions$={positions$}
          deals$={deals$}
          sayStop={(id, name, price) => say(positionOf(id), name, price)}
          onStop={(id, name, price) => ask(positionOf(id), { [fieldOf[name]]: price })}
          interval={interval}
          name={pairName(instrument)}
          scale={scale}
          indicators={interval === 'tick' ? noIndicators : indicators}
          onOlder={chart.older}
        />
        {sheet}
      </div>
    </div>
  )
}

/** P&L as a signed amount of the order's currency. */
const formatNet = (order: Order, net: Minor | undefined, lang: Lang): string | undefined => {
  if (net === undefined || !('currency' in order)) return undefined
  const { currency } = order
  return formatAmount(formatMoney(net, currencyOf(currency).scale), 'result', currency, lang, { sign: true })
}

/** An order with stops that can be moved. */
type Stopped = Extract<Order, { kind: 'lever' | 'forex' }>
const hasStops = (order: Order): order is Stopped => order.kind === 'lever' || order.kind === 'forex'

/** The result of a position's stop at a price, or why it is invalid. */
function useSayStop(symbol: string, netAt: (order: Order, price: string) => Minor | undefined) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  return (order: Stopped | undefined, name: StopName, at: string): Said => {
    if (!order) return { text: '', wrong: true }
    const price = quotes.current(symbol)?.price ?? ''
    const form = { takeProfit: '', stopLoss: '', [fieldOf[name]]: at }
    const error = validateStops(form, { order, price }).errors[fieldOf[name]]
    if (error) return { text: messageText(error.key, error.params), wrong: true }
    const { currency } = order
    const amount = formatNet(order, netAt(order, at) ?? 0n, lang) ?? ''
    return { text: t('lever.ifReached', { amount, currency }), wrong: false }
  }
}

/** The sheet that confirms moved stops. */
function useStopsSheet() {
  const { asked, ask, sheet } = useAsked<{ order: Stopped; form: Partial<ActForm> }>()
  const sheetOf = ({ order, form }: { order: Stopped; form: Partial<ActForm> }) =>
    order.kind === 'lever' ? (
      <ActSheet key={asked?.key} act="stops" {...{ order, form }} {...sheet} />
    ) : (
      <LotsActSheet key={asked?.key} act="stops" {...{ order, form }} {...sheet} />
    )
  return [
    (order: Stopped | undefined, form: Partial<ActForm>) => order && ask({ order, form }),
    asked && sheetOf(asked.about),
  ] as const
}
