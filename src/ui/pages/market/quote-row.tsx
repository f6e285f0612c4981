import { type ReactNode, useContext, useMemo } from 'react'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { chartPlace, rowName, shortName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { useSeen } from '../../parts/bind.ts'
import { QuoteLine } from '../../parts/lists/quote-line.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import { DenseLine } from './dense-line.tsx'
import { ListPlace } from './list-place.ts'
import css from './quote-row.module.css'
import { type RowState, rowStates } from './row-state.ts'

const unknown: RowState = { state: 'live', spark: [], age: undefined }

/** A market in a list: price and change bypass React, and update only while visible. */
export function QuoteRow({ instrument, beside }: { instrument: Instrument; beside?: ReactNode }) {
  const { quotes, serverNow } = useServices()
  const labels = useLabels()
  const quote$ = quotes.quote$(instrument.symbol)
  const states$ = useMemo(() => rowStates(quote$, serverNow), [quote$, serverNow])
  const [ref, { state, spark, age }] = useSeen(states$, unknown)
  const place = useContext(ListPlace)
  return (
    <li ref={ref} className={css.quote} aria-current={place?.current === instrument.symbol || undefined}>
      {place?.dense ? (
        <DenseLine instrument={instrument} quote$={quote$} spark={spark} closed={state === 'closed'} />
      ) : (
        <QuoteLine
          mark={<InstrumentMark instrument={instrument} />}
          title={shortName(instrument)}
          name={rowName(instrument, labels)}
          quote$={quote$}
          scale={instrument.scale}
          spark={spark}
          closed={state === 'closed'}
          age={age}
          reconnecting={state === 'live'}
          to={chartPlace(instrument)}
        />
      )}
      {!place && beside}
    </li>
  )
}
