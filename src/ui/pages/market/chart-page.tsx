import { lazy, Suspense } from 'react'
import { findInstrument, type Instrument } from '../../../rules/market/instruments.ts'
import { findPair } from '../../../rules/market/pairs.ts'
import { useMedia } from '../../app/media.ts'
import { usePart } from '../../app/part.ts'
import { useLabels } from '../../i18n/index.ts'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import { Header } from '../../parts/page/header.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { MARKETS } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { AlertAction } from '../alerts/alert-sheet.tsx'
import { ForexSheet } from '../forex/forex-sheet.tsx'
import { forex } from '../forex/part.ts'
import { LeverSheet } from '../lever/lever-sheet.tsx'
import { lever } from '../lever/part.ts'
import { MicrotradeSheet } from '../microtrade/microtrade-sheet.tsx'
import { microtrade } from '../microtrade/part.ts'
import { useOrderSheet } from '../orders/use-order-sheet.tsx'
import { spot } from '../spot/part.ts'
import { SpotSheet } from '../spot/spot-sheet.tsx'
import { Star } from '../watchlist/star.tsx'
import { changeChartChoices, useChartChoices, useChartInterval } from './chart-choices.ts'
import css from './chart-page.module.css'
import { ChartTabs } from './chart-tabs.tsx'
import { PriceChart } from './price-chart.tsx'
import { DayFigures, QuoteHead } from './quote-head.tsx'
import { SymbolSwitch } from './symbol-switch.tsx'
import { TradeBar, tradeKindsOf } from './trade-bar.tsx'
import { useListed } from './use-board.ts'
import { useClosed } from './use-closed.ts'

/** A phone on its side. */
const SIDEWAYS = '(width >= 560px) and (height < 480px)'

const Ladder = lazy(() => import('./ladder.tsx').then(({ Ladder }) => ({ default: Ladder })))

/** The chart of a crypto pair. */
export const KlinePage = () => <ChartPage fallback="BTCUSDT" />

/** The chart of a forex pair or precious metal. */
export const ForexDetailPage = () => <ChartPage fallback="EURUSD" />

/**
 * The page of the instrument in the place: price, chart and orders.
 *
 * @param fallback the default symbol; the first of its kind if this market does not have it
 */
function ChartPage({ fallback }: { fallback: string }) {
  const { t } = useLabels()
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
        title={t('kline.unknown')}
        text={t('page.unknownHint')}
        action={{ to: MARKETS, label: t('home.allMarkets') }}
      />
    </>
  )
}

function Page({ instrument }: { instrument: Instrument }) {
  const { symbol } = instrument
  const closed = useClosed(instrument)
  const { kind: chosen = 'options' } = useChartChoices()
  const offered = tradeKindsOf(symbol)
  const kind = offered.includes(chosen) ? chosen : 'options'
  const [openOption, optionSheet] = useOrderSheet(usePart(microtrade).store, MicrotradeSheet, symbol)
  const [openContract, contractSheet] = useOrderSheet(usePart(lever).store, LeverSheet, symbol)
  const [openSpot, spotSheet] = useOrderSheet(usePart(spot).store, SpotSheet, symbol)
  const [openForex, forexSheet] = useOrderSheet(usePart(forex).store, ForexSheet, symbol)
  const interval = useChartInterval(closed)
  const sideways = useMedia(SIDEWAYS)
  const hasBook = findPair(symbol) !== undefined
  return (
    <div className={css.screen} data-on-its-side="full">
      <div className={css.top}>
        <Header
          leading={
            <span className={css.mark}>
              <InstrumentMark instrument={instrument} />
            </span>
          }
          title={<SymbolSwitch instrument={instrument} />}
          back={MARKETS}
          trailing={
            <>
              <AlertAction instrument={instrument} />
              <Star instrument={instrument} className={css.star} />
            </>
          }
        />
        <QuoteHead instrument={instrument} />
      </div>
      <div className={css.page}>
        <DayFigures instrument={instrument} />
        <PriceChart instrument={instrument} interval={interval} />
        <ChartTabs instrument={instrument} withBook={!sideways} />
      </div>
      <TradeBar
        kind={kind}
        offered={offered}
        onKind={(next) => changeChartChoices({ kind: next })}
        symbol={symbol}
        disabled={closed}
        book={sideways && hasBook && <Book instrument={instrument} />}
        onBuy={(direction) => openOption(symbol, direction)}
        onOpen={(direction) => openContract(symbol, direction)}
        onTrade={(side) => openSpot(symbol, side)}
        onDeal={(direction) => openForex(symbol, direction)}
      />
      {optionSheet}
      {contractSheet}
      {spotSheet}
      {forexSheet}
    </div>
  )
}

function Book({ instrument }: { instrument: Instrument }) {
  const { t } = useLabels()
  return (
    <section className={css.book} aria-label={t('book.title')}>
      <Suspense fallback={null}>
        <Ladder instrument={instrument} />
      </Suspense>
    </section>
  )
}
