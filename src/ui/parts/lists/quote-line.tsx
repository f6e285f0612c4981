import type { ReactNode } from 'react'
import type { Observable } from 'rxjs'
import { formatAgo } from '../../format/ago.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from './list.tsx'
import { type ChangeQuote, LiveChange, Price, Spark } from './price.tsx'
import css from './quote-line.module.css'

export type QuoteLineProps = {
  mark: ReactNode
  title: string
  name: string
  quote$: Observable<ChangeQuote>
  /** Decimals of its price. */
  scale: number
  spark: readonly string[]
  closed: boolean
  /** Of a stale price, in seconds. */
  age: number | undefined
  /** Whether a newer price can be expected as soon as there is a connection. */
  reconnecting: boolean
  to: string
}

/** A market in a list, in one row of fixed height. */
export function QuoteLine(props: QuoteLineProps) {
  const { mark, title, name, quote$, scale, spark, closed, age, reconnecting, to } = props
  const { t, lang } = useLabels()
  return (
    <Row
      fixed
      leading={mark}
      title={title}
      subtitle={
        age === undefined ? (
          <>
            {closed && <span className={css.closed}>{t('market.closed')} · </span>}
            {name}
          </>
        ) : (
          <span className={css.age}>
            {formatAgo(age, lang)}
            {reconnecting && <span className={css.word}> · {t('connection.reconnecting')}</span>}
          </span>
        )
      }
      middle={
        age === undefined && (
          <span className={css.middle}>{closed ? t('market.closed') : <Spark values={spark} quote$={quote$} />}</span>
        )
      }
      value={<Price quote$={quote$} scale={scale} className={closed ? 'muted' : undefined} />}
      note={<LiveChange quote$={quote$} className={css.change} />}
      to={to}
    />
  )
}
