import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '../cx.ts'
import { Icon } from '../marks/icons.tsx'
import css from './list.module.css'

export type RowProps = {
  /** Before the text: a `CoinMark`, an `Icon`. */
  leading?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** Between the text and the figures: a `Spark`. */
  middle?: ReactNode
  /** Figures at the end, with a smaller line below. */
  value?: ReactNode
  note?: ReactNode
  /** A place of the app. */
  to?: string
  onClick?: () => void
  /** The arrow of a row with a link: shown in menus. */
  arrow?: boolean
  /** Of a fixed height, for live figures: each text has one line, and the words end in an ellipsis. */
  fixed?: boolean
}

/** One line of a list: a link if it has a target, a button if it has an action. */
export function Row(props: RowProps) {
  const { leading, title, subtitle, middle, value, note, to, onClick, arrow = false, fixed = false } = props
  const className = cx(css.row, arrow && css.leads, fixed && css.fixed)
  const inside = (
    <>
      {leading}
      <span className={css.words} data-may-cut={fixed ? '' : undefined}>
        <span className={css.title}>{title}</span>
        {subtitle !== undefined && <span className={css.subtitle}>{subtitle}</span>}
      </span>
      {middle}
      {(value !== undefined || note !== undefined) && (
        <span className={css.end}>
          {value !== undefined && <span className={css.value}>{value}</span>}
          {note !== undefined && <span className={css.note}>{note}</span>}
        </span>
      )}
      {arrow && <Icon name="forward" size={20} className={css.arrow} />}
    </>
  )
  if (to !== undefined) {
    return (
      <Link href={to} className={className}>
        {inside}
      </Link>
    )
  }
  if (onClick) {
    return (
      <button type="button" className={className} onClick={onClick}>
        {inside}
      </button>
    )
  }
  return <div className={className}>{inside}</div>
}

type ListProps = {
  /** For screen readers. */
  label: string
  /** With hairlines between its rows. */
  lined?: boolean
  /** `<li>`s. */
  children: ReactNode
}

/** A vertical list of rows. */
export const List = ({ label, lined = false, children }: ListProps) => (
  <ul className={cx(css.list, lined && css.lined)} aria-label={label}>
    {children}
  </ul>
)

/** The headings of the rows below. */
export const ListHead = ({ start, end }: { start: ReactNode; end: ReactNode }) => (
  <p className={css.head}>
    <span>{start}</span>
    <span>{end}</span>
  </p>
)

/** A bordered surface. `menu`: its children are rows, with hairlines between them. */
export function Card(props: { title?: ReactNode; menu?: boolean; children: ReactNode }) {
  const { title, menu = false, children } = props
  return (
    <section className={cx(css.card, menu && css.menu)}>
      {title !== undefined && <h2 className={css.cardTitle}>{title}</h2>}
      {children}
    </section>
  )
}

/** A term and its value. `id` tells apart equal terms of a list. */
export type Fact = { term: ReactNode; value: ReactNode; id?: string }

/** A table of facts. A row may have a condition before it: `isClosed && { term, value }`. */
export type FactTable<F extends Fact = Fact> = readonly (F | false | null | undefined | '')[]

/** Terms and their values: what an order costs, what can be won, and when. */
export const Facts = ({ facts }: { facts: FactTable }) => (
  <dl className={css.facts}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.id ?? String(fact.term)} className={css.fact}>
            <dt>{fact.term}</dt>
            <dd>{fact.value}</dd>
          </div>
        ),
    )}
  </dl>
)
