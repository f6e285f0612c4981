import type { LeverDirection } from '../../../rules/lever.ts'
import { useWords } from '../../i18n/index.ts'
import css from '../microtrade/direction.module.css'

/** What a contract gains by, and how often: said by a word, an arrow and a colour. */
export function Side({ direction, leverage }: { direction: LeverDirection; leverage: number }) {
  const { t } = useWords()
  return (
    <span className={css.direction} data-direction={direction === 'long' ? 'rise' : 'fall'}>
      <svg className={css.arrow} viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 1 9.5 9h-9z" />
      </svg>
      {t(`lever.direction.${direction}`)} {leverage}×
    </span>
  )
}
