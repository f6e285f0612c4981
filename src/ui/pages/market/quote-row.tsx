import { type ReactNode, useMemo } from 'react'
import { distinctUntilChanged, map, type Observable } from 'rxjs'
import type { Instrument } from '../../../rules/market/instruments.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useServices } from '../../app/services.ts'
import { chartPlace, longName, shortName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { useSeen } from '../../parts/bind.ts'
import { Row } from '../../parts/lists/list.tsx'
import { LiveChange, Price, Spark } from '../../parts/lists/price.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import css from './quote-row.module.css'

/** The parts of a quote that change rarely enough to re-render for. */
type Seldom = Pick<LiveQuote, 'state' | 'spark'>

const unknown: Seldom = { state: 'live', spark: [] }

const seldom = (quote$: Observable<LiveQuote>): Observable<Seldom> =>
  quote$.pipe(
    distinctUntilChanged((a, b) => a.state === b.state && a.spark === b.spark),
    map(({ state, spark }) => ({ state, spark })),
  )

/** A market in a list: price and change bypass React, and update only while visible. */
export function QuoteRow({ instrument, beside }: { instrument: Instrument; beside?: ReactNode }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const quote$ = quotes.quote$(instrument.symbol)
  const seldom$ = useMemo(() => seldom(quote$), [quote$])
  const [ref, { state, spark }] = useSeen(seldom$, unknown)
  const closed = state === 'closed'
  return (
    <li ref={ref} className={css.quote}>
      <Row
        leading={<InstrumentMark instrument={instrument} />}
        title={<span className={css.line}>{shortName(instrument)}</span>}
        subtitle={longName(instrument, { t, lang })}
        middle={
          <span className={css.spark}>
            <Spark values={spark} />
          </span>
        }
        value={
          <span className={css.price}>
            <Price quote$={quote$} scale={instrument.scale} className={closed ? 'muted' : undefined} />
          </span>
        }
        note={
          closed ? (
            <span className="muted">{t('market.closed')}</span>
          ) : (
            <LiveChange quote$={quote$} className={css.change} />
          )
        }
        to={chartPlace(instrument)}
      />
      {beside}
    </li>
  )
}
