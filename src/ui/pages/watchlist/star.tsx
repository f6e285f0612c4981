import { useSelector } from '@xstate/react'
import { watchedOf } from '../../../machines/user/watchlist.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { usePart } from '../../app/part.ts'
import { pairName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { cx } from '../../parts/cx.ts'
import { star } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { market } from '../market/part.ts'
import css from './star.module.css'

type StarButtonProps = {
  label: string
  on: boolean
  /** Whether it is announced as pressed while on: its label stays the same. */
  toggles?: boolean
  /** Its position in the parent. */
  className?: string | undefined
  onClick: () => void
}

/** A star that is on or off. */
export const StarButton = ({ label, on, toggles = false, className, onClick }: StarButtonProps) => (
  <button
    type="button"
    className={cx(css.star, className)}
    aria-label={label}
    aria-pressed={toggles ? on : undefined}
    data-watched={on}
    onClick={onClick}
  >
    <Icon name={star} size={20} />
  </button>
)

/** Adds a market to the watchlist, or removes it. `className`: its position in the parent. */
export function Star({ instrument, className }: { instrument: Instrument; className?: string | undefined }) {
  const actor = usePart(market).watchlist
  const { t } = useLabels()
  const { symbol } = instrument
  const isWatched = useSelector(actor, ({ context }) => watchedOf(context).includes(symbol))
  return (
    <StarButton
      label={t(isWatched ? 'watchlist.remove' : 'watchlist.add', { name: pairName(instrument) })}
      on={isWatched}
      className={className}
      onClick={() => actor.send({ type: 'watch.toggle', symbol })}
    />
  )
}
