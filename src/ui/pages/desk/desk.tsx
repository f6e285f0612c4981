import { type ReactNode, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { chartIntervals } from '../../../rules/market/intervals.ts'
import { findPair } from '../../../rules/market/pairs.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useMedia } from '../../app/media.ts'
import { useServices } from '../../app/services.ts'
import { formatCompact, formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useText } from '../../parts/bind.ts'
import { LiveChange, Price } from '../../parts/lists/price.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { FOREX_CHART, MARKETS, ORDERS } from '../../router/places.ts'
import { usePlaceState, useQuery } from '../../router/router.ts'
import { AlertAction } from '../alerts/alert-sheet.tsx'
import { changeChartChoices, useChartInterval } from '../market/chart-choices.ts'
import { Ladder } from '../market/ladder.tsx'
import { PriceChart } from '../market/price-chart.tsx'
import { SymbolSwitch } from '../market/symbol-switch.tsx'
import { Tape } from '../market/tape.tsx'
import { useListed } from '../market/use-board.ts'
import { useClosed } from '../market/use-closed.ts'
import { Star } from '../watchlist/star.tsx'
import css from './desk.module.css'
import { useKeys } from './keys.ts'
import { OrderColumn, type OrderColumnHandle } from './order-column.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { StatusBar } from './status-bar.tsx'

/** Chart, book, order form and orders of a market at once. It stays while the market changes. */
export function Desk() {
  const { t } = useLabels()
  const instrument = useInstrument()
  const form = useRef<OrderColumnHandle>(null)
  const orders = useRef<HTMLElement>(null)
  useKeys((key) => {
    const interval = /^[1-9]$/.test(key) ? chartIntervals[Number(key) - 1] : undefined
    if (interval) changeChartChoices({ interval })
    else if (key === 'j' || key === 'k') focusRow(orders.current, key === 'j' ? 1 : -1)
    else if (key === 'x') closeFocused(orders.current)
    else if (key === 'b' || key === 's') form.current?.choose(key === 'b' ? 0 : 1)
    else return false
    return true
  })
  return (
    <div className={css.desk}>
      {instrument ? (
        <Market key={instrument.symbol} instrument={instrument} />
      ) : (
        <section className={css.chart}>
          <h1 className="visually-hidden">{t('title.kline')}</h1>
          <Empty title={t('kline.unknown')} text={t('page.unknownHint')} />
        </section>
      )}
      {instrument && <OrderColumn ref={form} instrument={instrument} />}
      <OrdersPanel ref={orders} onNew={() => form.current?.choose()} />
      <StatusBar />
    </div>
  )
}

/** Moves the focus to the next row of the table, or to the one before it. */
function focusRow(panel: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(panel?.querySelectorAll('tbody tr') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows[0] : rows[at + by]
  next?.querySelector('button')?.focus()
}

/** Presses the last button of the focused row, which asks to close its position or cancel its order. */
function closeFocused(panel: HTMLElement | null): void {
  const row = panel?.querySelector('tbody tr:focus-within')
  row?.querySelector<HTMLElement>('td:last-child button:last-of-type')?.click()
}

/** The market of the place; on the pages of orders and of markets the last one, and on that of forex EUR/USD. */
function useInstrument(): Instrument | undefined {
  const listed = useListed()
  const named = useQuery().get('symbol')
  const [path] = useLocation()
  const last = useRef('BTCUSDT')
  const wanted = named ?? (path === FOREX_CHART ? 'EURUSD' : last.current)
  const instrument = listed.find(({ symbol }) => symbol === wanted)
  if (instrument) last.current = instrument.symbol
  const isAny = named === null || path === ORDERS || path === MARKETS
  return instrument ?? (isAny ? listed[0] : undefined)
}

function Market({ instrument }: { instrument: Instrument }) {
  const { t } = useLabels()
  const closed = useClosed(instrument)
  const interval = useChartInterval(closed)
  return (
    <>
      <section className={css.chart} aria-label={t('title.kline')}>
        <Head instrument={instrument} />
        <PriceChart instrument={instrument} interval={interval} />
      </section>
      {findPair(instrument.symbol) && <BookAndTrades instrument={instrument} />}
    </>
  )
}

function Head({ instrument }: { instrument: Instrument }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const { symbol, scale } = instrument
  const quote$ = quotes.quote$(symbol)
  const price = (text: string) => formatPrice(text, scale, lang)
  return (
    <header className={css.head}>
      <h1 tabIndex={-1}>
        <InstrumentMark instrument={instrument} />
        <SymbolSwitch instrument={instrument} />
      </h1>
      <p className={css.price}>
        <Price quote$={quote$} scale={scale} />
      </p>
      <dl className={css.figures}>
        <Figure name={t('desk.change')}>
          <LiveChange quote$={quote$} arrow />
        </Figure>
        <Figure name={t('desk.range')}>
          <Text symbol={symbol} pick={({ low24h, high24h }) => `${price(low24h)} – ${price(high24h)}`} />
        </Figure>
        <Figure name={t('kline.turnover')}>
          <Text symbol={symbol} pick={({ turnover24h }) => formatCompact(turnover24h, lang)} />
        </Figure>
      </dl>
      <div className={css.actions}>
        <AlertAction instrument={instrument} />
        <Star instrument={instrument} />
      </div>
    </header>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Text({ symbol, pick }: { symbol: string; pick: (quote: LiveQuote) => string }) {
  const { quotes } = useServices()
  return <span ref={useText(quotes.quote$(symbol), pick)}>–</span>
}

const shows = ['book', 'trades'] as const
type Shows = (typeof shows)[number]
const isShows = (value: unknown): value is Shows => shows.some((each) => each === value)

/** The book above the trades, or one of them where the list of markets gives way, too. */
function BookAndTrades({ instrument }: { instrument: Instrument }) {
  const { t } = useLabels()
  const both = useMedia('(width >= 1280px)')
  const [shown, show] = usePlaceState<Shows>('book', 'book', isShows)
  return (
    <section className={css.book} aria-label={t('book.title')}>
      {both ? (
        <>
          <h2 className={css.title}>{t('book.title')}</h2>
          <Ladder instrument={instrument} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <div className={css.trades} tabIndex={0}>
            <h2 className={css.title}>{t('tape.title')}</h2>
            <div className={css.tape}>
              <Tape instrument={instrument} />
            </div>
          </div>
        </>
      ) : (
        <Tabs
          label={t('kline.below')}
          tabs={[
            { value: 'book', label: t('book.title') },
            { value: 'trades', label: t('tape.title') },
          ]}
          value={shown}
          onChange={show}
        >
          {shown === 'book' ? (
            <Ladder instrument={instrument} />
          ) : (
            <div className={css.tape}>
              <Tape instrument={instrument} />
            </div>
          )}
        </Tabs>
      )}
    </section>
  )
}
