import { lazy, Suspense } from 'react'
import { findInstrument, type Instrument } from '../../../rules/market/instruments.ts'
import { findPair } from '../../../rules/market/pairs.ts'
import { useMedia } from '../../app/media.ts'
import { useLabels } from '../../i18n/index.ts'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import { Header } from '../../parts/page/header.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { MARKETS } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { AlertAction } from '../alerts/alert-sheet.tsx'
import { ticketsOn, useTicketSheet, useTickets } from '../orders/use-tickets.tsx'
import { Star } from '../watchlist/star.tsx'
import { useChartChoices, useChartInterval } from './chart-choices.ts'
import css from './chart-page.module.css'
import { ChartTabs } from './chart-tabs.tsx'
import { PriceChart } from './price-chart.tsx'
import { DayFigures, QuoteHead } from './quote-head.tsx'
import { SymbolSwitch } from './symbol-switch.tsx'
import { TradeBar } from './trade-bar.tsx'
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
  const { kind } = useChartChoices()
  const tickets = useTickets()
  const offered = ticketsOn(tickets, symbol)
  const ticket = offered.find((each) => each.kind === kind) ?? offered[0]
  const [begin, sheet] = useTicketSheet(tickets, symbol)
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
      {ticket && (
        <TradeBar
          ticket={ticket}
          offered={offered}
          symbol={symbol}
          disabled={closed}
          book={sideways && hasBook && <Book instrument={instrument} />}
          onBegin={(side) => begin(ticket, symbol, side)}
        />
      )}
      {sheet}
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
