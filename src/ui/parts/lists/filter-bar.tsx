import type { ReactNode } from 'react'
import { close, filter } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './filter-bar.module.css'

export type FilterBarProps = {
  /** The name of the button. It opens a sheet with all filters. */
  label: string
  /** The active filters, each with the name of the button that removes it. */
  active: readonly { id: string; label: string; removeLabel: string; onRemove: () => void }[]
  onOpen: () => void
  /** At the end: one link-like button. */
  trailing?: ReactNode
}

/** One button for all filters, with their number, and each active one as a chip that a tap removes. */
export const FilterBar = ({ label, active, onOpen, trailing }: FilterBarProps) => (
  <div className={css.bar}>
    <button type="button" className={css.button} aria-haspopup="dialog" onClick={onOpen}>
      <span className={css.face}>
        <Icon name={filter} size={16} />
        {label}
        {active.length > 0 && <span className={css.count}>{active.length}</span>}
      </span>
    </button>
    {active.map((each) => (
      <button key={each.id} type="button" className={css.chip} aria-label={each.removeLabel} onClick={each.onRemove}>
        <span className={css.face}>
          {each.label}
          <Icon name={close} size={14} />
        </span>
      </button>
    ))}
    {trailing !== undefined && <span className={css.trailing}>{trailing}</span>}
  </div>
)
