import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { map } from 'rxjs'
import type { LeverOrder } from '../../../api/lever.ts'
import type { Order } from '../../../api/orders.ts'
import type { MicrotradeFormActor } from '../../../machines/trade/microtrade-desk.ts'
import { findInstrument, type Instrument } from '../../../rules/instruments.ts'
import type { ChartInterval } from '../../../rules/intervals.ts'
import { useLatest } from '../../bind.ts'
import { Chart } from '../../chart/chart.tsx'
import type { IndicatorKey } from '../../chart/indicators.ts'
import type { Level, Position } from '../../chart/positions.ts'
import { usePlaceState, useQuery } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { pairName } from '../../instrument-names.ts'
import { usePart } from '../../part.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { InstrumentMark } from '../../parts/coin-mark.tsx'
import { search } from '../../parts/drawings.ts'
import { Header } from '../../parts/header.tsx'
import { Empty } from '../../parts/states.tsx'
import { MARKETS } from '../../places.ts'
import { useServices } from '../../services.ts'
import { LeverSheet } from '../lever/lever-sheet.tsx'
import { MicrotradeSheet } from '../microtrade/microtrade-sheet.tsx'
import { microtrade } from '../microtrade/part.ts'
import { useOrderSheet } from '../orders/use-order-sheet.tsx'
import { SpotSheet } from '../spot/spot-sheet.tsx'
import { useChartChoices, useChartInterval } from './chart-choices.ts'
import { ChartControls } from './chart-controls.tsx'
import css from './chart-page.module.css'
import { OrderBook } from './order-book.tsx'
import { market } from './part.ts'
import { DayFigures, QuoteHead } from './quote-head.tsx'
import { SymbolOrders } from './symbol-orders.tsx'
import { TradeBar, type TradeKind, tradeKinds, tradeKindsOf } from './trade-bar.tsx'
import { useListed } from './use-board.ts'
import { useClosed } from './use-closed.ts'

/** The chart of a crypto pair. */
export const KlinePage = () => <ChartPage fallback="BTCUSDT" />

/** The chart of a foreign exchange pair or a precious metal. */
export const ForexDetailPage = () => <ChartPage fallback="EURUSD" />

/**
 * The page of the instrument that the place names: its price, its chart, and the options on it.
 *
 * @param fallback the symbol where the place names none; the first of its kind where this market does not have it
 */
function ChartPage({ fallback }: { fallback: string }) {
  const { t } = useWords()
  const listed = useListed()
  const named = useQuery().get('symbol')
  const kind = findInstrument(fallback)?.kind
  const instrument =
    listed.find(({ symbol }) => symbol === (named ?? fallback)) ??
    (named === null ? listed.find((each) => each.kind === kind) : undefined)
  if (instrument) return <Page key={instrument.symbol} instrument={instrument} />
  return (
    <>
      <Header title={t('title.kline')} back={MARKETS} />
      <Empty
        icon={search}
        title={t('kline.unknown')}
        text={t('kline.unknownHint')}
        action={
          <LinkButton kind="quiet" small to={MARKETS}>
            {t('home.allMarkets')}
          </LinkButton>
        }
      />
    </>
  )
}

const isTradeKind = (value: unknown): value is TradeKind => tradeKinds.some((kind) => kind === value)
const noOrders: ReadonlyMap<string, MicrotradeFormActor> = new Map()

function Page({ instrument }: { instrument: Instrument }) {
  const { session } = useServices()
  const { t } = useWords()
  const { desk } = usePart(microtrade)
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const { symbol } = instrument
  const order = useLatest(desk.orders$, noOrders).get(symbol)
  useEffect(() => desk.visit(symbol), [desk, symbol])
  const closed = useClosed(instrument)
  const [chosen, choose] = usePlaceState<TradeKind>('trade', 'options', isTradeKind)
  const offered = tradeKindsOf(symbol)
  const kind = offered.includes(chosen) ? chosen : 'options'
  const [openContract, contractSheet] = useOrderSheet(LeverSheet)
  const [openSpot, spotSheet] = useOrderSheet(SpotSheet)
  const interval = useChartInterval(closed)
  return (
    <div className={css.screen} data-on-its-side="full">
      <div className={css.top}>
        <Header leading={<InstrumentMark instrument={instrument} />} title={pairName(instrument)} back={MARKETS} />
        <QuoteHead instrument={instrument} />
      </div>
      <div className={css.page}>
        <DayFigures instrument={instrument} />
        <ChartControls interval={interval} />
        <PriceChart instrument={instrument} interval={interval} />
        {offered.length > 1 && (
          <Choice
            look="pills"
            legend={t('lever.kinds')}
            hideLegend
            value={kind}
            options={offered.map((value) => ({ value, label: t(`lever.kind.${value}`) }))}
            onChange={choose}
          />
        )}
        {signedIn && <SymbolOrders instrument={instrument} />}
        {kind === 'spot' && <OrderBook symbol={symbol} />}
      </div>
      <TradeBar
        kind={kind}
        symbol={symbol}
        disabled={closed}
        onBuy={(direction) => desk.buy(symbol, direction)}
        onOpen={(direction) => openContract(symbol, direction)}
        onTrade={(side) => openSpot(symbol, side)}
      />
      {contractSheet}
      {spotSheet}
      {order && <MicrotradeSheet key={order.sessionId} instrument={instrument} actor={order} />}
    </div>
  )
}

/** An order as the chart draws it: nothing before it opens. */
function positionOf(order: Order): Position[] {
  if (order.kind === 'lever') return contractOf(order)
  if (order.kind === 'spot') return []
  const { id, direction, buyPrice, openTime, closeTime } = order
  if (buyPrice === null || openTime === null || closeTime === null) return []
  return [{ id, direction, entry: Number(buyPrice), opened: Math.floor(openTime / 1000), due: closeTime / 1000 }]
}

function contractOf(order: LeverOrder): Position[] {
  const { id, dealPrice, openTick, liquidationPrice } = order
  if (dealPrice === null || !openTick) return []
  const { takeProfit, stopLoss } = order.next ?? order
  const level = (name: Level['name'], price: string | null) => (price === null ? [] : [{ name, price: Number(price) }])
  return [
    {
      id,
      direction: order.direction === 'long' ? 'rise' : 'fall',
      entry: Number(dealPrice),
      opened: Math.floor(openTick.time / 1000),
      due: null,
      levels: [...level('stop', stopLoss), ...level('profit', takeProfit), ...level('liquidation', liquidationPrice)],
    },
  ]
}

const none: readonly IndicatorKey[] = []

function PriceChart({ instrument, interval }: { instrument: Instrument; interval: ChartInterval }) {
  const { candles } = usePart(market)
  const { running$ } = usePart(microtrade)
  const { indicators } = useChartChoices()
  const { symbol, scale } = instrument
  const chart = useMemo(() => candles.chart(symbol, interval), [candles, symbol, interval])
  const positions$ = useMemo(
    () => running$.pipe(map((orders) => orders.filter((order) => order.symbol === symbol).flatMap(positionOf))),
    [running$, symbol],
  )
  return (
    <div className={css.chart}>
      <Chart
        candles$={chart.candles$}
        positions$={positions$}
        interval={interval}
        name={pairName(instrument)}
        scale={scale}
        indicators={interval === 'tick' ? none : indicators}
        onOlder={chart.older}
      />
    </div>
  )
}
