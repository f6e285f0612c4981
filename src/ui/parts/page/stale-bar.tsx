import { useMemo } from 'react'
import { map, timer } from 'rxjs'
import { bcp47 } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useText } from '../bind.ts'
import css from './stale-bar.module.css'

/** Shows that prices are not live, over the page and without shifting it. A tap retries at once. */
export function StaleBar({ stale, onRetry }: { stale: boolean; onRetry: () => void }) {
  const { t } = useLabels()
  return (
    <div className={css.region} role="status">
      {stale && (
        <button type="button" className={css.bar} aria-label={t('connection.retry')} onClick={onRetry}>
          <span className={css.dot} aria-hidden="true" />
          <span>
            <Age /> · {t('connection.reconnecting')}
          </span>
        </button>
      )}
    </div>
  )
}

/** How long ago it appeared. Hidden from screen readers, which would hear every second. */
function Age() {
  const { lang } = useLabels()
  const age$ = useMemo(() => {
    const from = Date.now()
    return timer(0, 1000).pipe(map(() => Math.round((from - Date.now()) / 1000)))
  }, [])
  const ago = new Intl.RelativeTimeFormat(bcp47(lang), { style: 'narrow' })
  return <span ref={useText<number>(age$, (seconds) => ago.format(seconds, 'second'))} aria-hidden="true" />
}
