import { useMemo } from 'react'
import { map, timer } from 'rxjs'
import { formatAgo } from '../../format/ago.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind } from '../bind.ts'
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
            <Age />
            {t('connection.reconnecting')}
          </span>
        </button>
      )}
    </div>
  )
}

/**
 * How long ago it appeared: not a part of the button's name, or screen readers would hear every second. It has the width of its longest text,
 * so that the tenth second does not move the bar.
 */
function Age() {
  const { lang } = useLabels()
  const age$ = useMemo(() => {
    const from = Date.now()
    return timer(0, 1000).pipe(map(() => Math.round((Date.now() - from) / 1000)))
  }, [])
  const ref = useBind<number, HTMLSpanElement>(age$, (element, seconds) => {
    element.dataset.age = formatAgo(seconds, lang)
  })
  return <span ref={ref} className={css.age} data-longest={formatAgo(59, lang)} />
}
