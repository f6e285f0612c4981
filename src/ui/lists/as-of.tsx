import { formatTimeMs } from '../format/format.ts'
import { useLabels } from '../i18n/index.ts'

/**
 * Shows the age of cached data that could not be reloaded.
 *
 * @param at in ms since the epoch, or null if current: then it renders nothing
 */
export function AsOf({ at }: { at: number | null | undefined }) {
  const { t } = useLabels()
  if (at === null || at === undefined) return null
  return (
    <span className="as-of" role="status">
      {t('page.lastKnown', { time: formatTimeMs(at) })}
    </span>
  )
}
