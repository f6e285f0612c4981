import type { Observable } from 'rxjs'
import { Link } from 'wouter'
import type { Instrument } from '../../../rules/market/instruments.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { chartPlace, shortName } from '../../format/instrument-names.ts'
import { LiveChange, Price, Spark } from '../../parts/lists/price.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import css from './dense-line.module.css'

type DenseLineProps = {
  instrument: Instrument
  quote$: Observable<LiveQuote>
  spark: readonly string[]
  closed: boolean
}

/** A market in the list of the desk, in one line: only its mark in a narrow list, and with a sparkline in a wide one. */
export const DenseLine = ({ instrument, quote$, spark, closed }: DenseLineProps) => (
  <Link href={chartPlace(instrument)} className={css.line} title={shortName(instrument)}>
    <InstrumentMark instrument={instrument} />
    <span className={css.name}>{shortName(instrument)}</span>
    <span className={css.spark}>
      <Spark values={spark} quote$={quote$} />
    </span>
    <Price quote$={quote$} scale={instrument.scale} className={closed ? 'muted' : undefined} />
    <span className={css.change}>
      <LiveChange quote$={quote$} />
    </span>
  </Link>
)
