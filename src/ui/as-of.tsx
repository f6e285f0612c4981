import { formatTime } from './format.ts'
import { useWords } from './i18n/index.ts'

/**
 * Says from when something is that could not be asked for now, and is shown as this device last knew it.
 *
 * @param at in ms since the epoch, or null where it is of now: then there is nothing to say
 */
export function AsOf({ at }: { at: number | null | undefined }) {
  const { t } = useWords()
  if (at === null || at === undefined) return null
  return (
    <span className="as-of" role="status">
      {t('page.lastKnown', { time: formatTime(Math.floor(at / 1000)) })}
    </span>
  )
}
