import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { Instrument } from '../../../rules/market/instruments.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useServices } from '../../app/services.ts'
import { formatCompact, formatPrice } from '../../format/format.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { useLatest, useNow, useText } from '../../parts/bind.ts'
import { LiveChange, Price } from '../../parts/lists/price.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { ClosedLine } from './closed-line.tsx'
import { PriceSource } from './price-source.tsx'
import css from './quote-head.module.css'

/** Price state as shown on a page. */
type Mark = 'live' | 'reconnecting' | 'stale' | 'closed'

const words: Record<Mark, UiKey> = {
  live: 'kline.live',
  reconnecting: 'connection.reconnecting',
  stale: 'kline.stale',
  closed: 'market.closed',
}

const markOf = ({ state, fresh }: LiveQuote): Mark => (state === 'live' && !fresh ? 'reconnecting' : state)

/** The current price of an instrument, and its source. */
export function QuoteHead({ instrument }: { instrument: Instrument }) {
  const { quotes } = useServices()
  const { symbol, scale } = instrument
  const quote$ = quotes.quote$(symbol)
  return (
    <div className={css.head}>
      <div className={css.now}>
        <Hero inline note={<LiveChange quote$={quote$} arrow />}>
          <Price quote$={quote$} scale={scale} />
        </Hero>
      </div>
      <div className={css.source}>
        <PriceSource />
        <MarkWord symbol={symbol} />
      </div>
      <ClosedLine instrument={instrument} />
    </div>
  )
}

/** The last 24 hours of an instrument. */
export function DayFigures({ instrument: { symbol, scale } }: { instrument: Instrument }) {
  const { t, lang } = useLabels()
  const price = (text: string) => formatPrice(text, scale, lang)
  const compact = (text: string) => formatCompact(text, lang)
  return (
    <dl className={css.figures}>
      <Figure name={t('kline.high')} symbol={symbol} pick={({ high24h }) => price(high24h)} />
      <Figure name={t('kline.low')} symbol={symbol} pick={({ low24h }) => price(low24h)} />
      <Figure name={t('kline.volume')} symbol={symbol} pick={({ volume24h }) => compact(volume24h)} />
      <Figure name={t('kline.turnover')} symbol={symbol} pick={({ turnover24h }) => compact(turnover24h)} />
    </dl>
  )
}

/**
 * Visually hidden if the next line shows the time of the prices: both do not fit in one line.
 *
 * Only a stalled feed is announced here: a lost connection has its own bar, and a closed market its own line.
 */
function MarkWord({ symbol }: { symbol: string }) {
  const { quotes } = useServices()
  const { t } = useLabels()
  const mark$ = useMemo(() => quotes.quote$(symbol).pipe(map(markOf), distinctUntilChanged()), [quotes, symbol])
  const mark = useLatest<Mark>(mark$, 'reconnecting')
  const dated = useNow(quotes.lastKnown$, undefined) !== undefined
  return (
    <>
      {!(dated && mark === 'reconnecting') && (
        <p key={mark} className={css.mark} data-mark={mark}>
          <span className={css.dot} aria-hidden="true" />
          {t(words[mark])}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {mark === 'stale' && t('microtrade.noPrice')}
      </p>
    </>
  )
}

function Figure({ name, symbol, pick }: { name: string; symbol: string; pick: (quote: LiveQuote) => string }) {
  const { quotes } = useServices()
  return (
    <div>
      <dt>{name}</dt>
      <dd ref={useText(quotes.quote$(symbol), pick)}>–</dd>
    </div>
  )
}
