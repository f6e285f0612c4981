import type { ReactNode, Ref } from 'react'
import type { FactTable } from './list.tsx'
import css from './position-card.module.css'
import { StatGroup } from './stat-group.tsx'

export type PositionCardProps = {
  leading?: ReactNode
  /** The market, and its side as a `Tag`. */
  title: ReactNode
  tag: ReactNode
  /** Its P&L; or a countdown ring instead of both figures. */
  figure: ReactNode
  size: ReactNode
  /** After the size; left out on narrow screens. */
  notional?: ReactNode
  /** ROE, or the state as a `Tag`. */
  note?: ReactNode
  /** A `PositionLine`. */
  line?: ReactNode
  stats?: FactTable
  /** Below the figures, such as a link to the strategy that placed it. */
  also?: ReactNode
  /** Up to three buttons, in equal parts. */
  actions?: readonly { label: ReactNode; disabled?: boolean; onClick: () => void }[]
  /** Opens its receipt; `openLabel`: for screen readers. */
  onOpen?: (() => void) | undefined
  openLabel?: string
}

/** A position or an open order: its name and P&L, its prices, and its actions. */
export function PositionCard(props: PositionCardProps) {
  const { leading, title, tag, figure, size, notional, note, line, stats = [], also, actions = [] } = props
  return (
    <section className={css.card}>
      <div className={css.body}>
        <div className={css.head}>
          {leading !== undefined && <span className={css.mark}>{leading}</span>}
          <h3 className={css.title}>
            {props.onOpen ? (
              <button type="button" className={css.open} aria-haspopup="dialog" onClick={props.onOpen}>
                {title}
                <span className="visually-hidden"> {props.openLabel}</span>
              </button>
            ) : (
              title
            )}
          </h3>
          {tag}
          <span className={css.figure}>{figure}</span>
        </div>
        <p className={css.under}>
          <span>
            {size}
            {notional !== undefined && <span className={css.notional}> · {notional}</span>}
          </span>
          {note !== undefined && <span className={css.note}>{note}</span>}
        </p>
        {line}
        {stats.some(Boolean) && <StatGroup stats={stats} />}
        {also}
      </div>
      {actions.length > 0 && (
        <div className={css.actions}>
          {actions.map(({ label, disabled = false, onClick }, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions are in a fixed order
              key={at}
              type="button"
              className={css.action}
              aria-haspopup="dialog"
              aria-disabled={disabled}
              onClick={disabled ? undefined : onClick}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </section>
  )
}

export type LinePoint = {
  name: 'liquidation' | 'stop' | 'entry' | 'profit'
  /** Its place, 0 to 1. */
  at: number
  /** Its name and distance; an entry has none. */
  label?: ReactNode
}

/**
 * Prices of a position to scale, from low to high: the entry a tick, the mark a ring. Decorative: the figures below say the same. `ref`: its
 * element, of which a stream sets `--now`, `--from`, `--to`, `data-way` and `data-fresh`.
 */
export const PositionLine = ({ points, ref }: { points: readonly LinePoint[]; ref?: Ref<HTMLDivElement> }) => (
  <div ref={ref} className={css.line} aria-hidden="true">
    <div className={css.track}>
      <span className={css.run} />
      {points.map(({ name, at }) => (
        <span key={name} className={css.point} data-dot={name} style={{ insetInlineStart: `${at * 100}%` }} />
      ))}
      <span className={css.now} />
    </div>
    <p className={css.labels}>
      {points
        .filter(({ label }) => label !== undefined)
        .sort((one, other) => one.at - other.at)
        .map(({ name, label, at }) => (
          <span key={name} data-right={at > 0.5}>
            {label}
          </span>
        ))}
    </p>
  </div>
)
