import { useMemo } from 'react'
import type { Observable } from 'rxjs'
import type { Instrument } from '../../../rules/market/instruments.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useServices } from '../../app/services.ts'
import { formatAgo } from '../../format/ago.ts'
import { formatCompact, formatPrice } from '../../format/format.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { useNow, useSeen, useText } from '../../parts/bind.ts'
import { LiveChange, Price } from '../../parts/lists/price.tsx'
import { ClosedLine } from './closed-line.tsx'
import { type Mark, marks } from './mark.ts'
import css from './quote-head.module.css'
import { type RowState, rowStates } from './row-state.ts'
import { useSource } from './use-source.ts'

const words: Record<Mark, UiKey> = {
  live: 'kline.live',
  reconnecting: 'connection.reconnecting',
  stale: 'kline.stale',
  closed: 'market.closed',
}

/** The current price of an instrument, its change, and where and of when they are. */
export function QuoteHead({ instrument }: { instrument: Instrument }) {
  const { quotes } = useServices()
  const { symbol, scale } = instrument
  const quote$ = quotes.quote$(symbol)
  return (
    <div className={css.head}>
      <p className={css.price}>
        <Price quote$={quote$} scale={scale} />
      </p>
      <div className={css.state}>
        <p className={css.change}>
          <LiveChange quote$={quote$} arrow />
        </p>
        <MarkWord symbol={symbol} />
      </div>
      <ClosedLine instrument={instrument} />
    </div>
  )
}

type Figure = { name: UiKey; short: UiKey; pick: (quote: LiveQuote) => string }

/** The last 24 hours of an instrument, in one line: figures at its end that have no room are left to screen readers. */
export function DayFigures({ instrument: { symbol, scale } }: { instrument: Instrument }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const price = (text: string) => formatPrice(text, scale, lang)
  const compact = (text: string) => formatCompact(text, lang)
  const figures: readonly Figure[] = [
    { name: 'kline.high', short: 'kline.short.high', pick: ({ high24h }) => price(high24h) },
    { name: 'kline.low', short: 'kline.short.low', pick: ({ low24h }) => price(low24h) },
    { name: 'chart.volume', short: 'kline.short.volume', pick: ({ volume24h }) => compact(volume24h) },
    { name: 'kline.turnover', short: 'kline.short.turnover', pick: ({ turnover24h }) => compact(turnover24h) },
  ]
  return (
    <dl className={css.figures} data-may-cut="">
      {figures.map(({ name, short, pick }) => (
        <div key={name}>
          <dt>
            <span className="visually-hidden">{t(name)}</span>
            <span aria-hidden="true">{t(short)}</span>
          </dt>
          <DayFigure quote$={quotes.quote$(symbol)} pick={pick} />
        </div>
      ))}
    </dl>
  )
}

const DayFigure = ({ quote$, pick }: { quote$: Observable<LiveQuote> } & Pick<Figure, 'pick'>) => (
  <dd ref={useText(quote$, pick)} />
)

const unknown: RowState = { state: 'live', spark: [], age: undefined }

/**
 * Whether the price is live and where it comes from, or how old it is.
 *
 * Only a stalled feed is announced here: a lost connection has its own bar, and a closed market its own line.
 */
function MarkWord({ symbol }: { symbol: string }) {
  const { quotes, serverNow } = useServices()
  const { t, lang } = useLabels()
  const quote$ = quotes.quote$(symbol)
  const mark = useNow<Mark | undefined>(
    useMemo(() => marks(quote$), [quote$]),
    undefined,
  )
  const [ref, { age }] = useSeen(
    useMemo(() => rowStates(quote$, serverNow), [quote$, serverNow]),
    unknown,
  )
  const source = useSource()
  return (
    <>
      {mark && (
        <p key={`${mark} ${age === undefined} ${source}`} className={css.mark} data-mark={mark}>
          <span className={css.dot} aria-hidden="true" />
          {age !== undefined && <span className={css.age}>{formatAgo(age, lang)}</span>}
          <span>{t(words[mark])}</span>
          {mark !== 'reconnecting' && age === undefined && source && <span> · {source}</span>}
        </p>
      )}
      {/* The line above is replaced with each change of its words: a ref on it would subscribe again, and restart the age. */}
      <p ref={ref} className="visually-hidden" role="status">
        {mark === 'stale' && t('microtrade.noPrice')}
      </p>
    </>
  )
}
