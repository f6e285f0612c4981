import { useLabels } from '../../i18n/index.ts'
import css from './stale-bar.module.css'

/** Shows that prices are not live, over the page and without shifting it. A tap retries at once. */
export function StaleBar({ stale, onRetry }: { stale: boolean; onRetry: () => void }) {
  const { t } = useLabels()
  return (
    <div className={css.region} role="status">
      {stale && (
        <button type="button" className={css.bar} aria-label={t('connection.retry')} onClick={onRetry}>
          <span className={css.dot} aria-hidden="true" />
          {t('connection.reconnecting')}
        </button>
      )}
    </div>
  )
}
