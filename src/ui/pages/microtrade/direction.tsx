import type { Direction } from '../../../rules/microtrade.ts'
import { useWords } from '../../i18n/index.ts'
import css from './direction.module.css'

/** What was bought: said by a word, an arrow and a colour. */
export function DirectionWord({ direction }: { direction: Direction }) {
  const { t } = useWords()
  return (
    <span className={css.direction} data-direction={direction}>
      <svg className={css.arrow} viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 1 9.5 9h-9z" />
      </svg>
      {t(`orders.direction.${direction}`)}
    </span>
  )
}
