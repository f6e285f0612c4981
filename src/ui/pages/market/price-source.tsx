import { useServices } from '../../app/services.ts'
import { formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useNow } from '../../parts/bind.ts'
import { cx } from '../../parts/cx.ts'
import css from './price-source.module.css'

const LIVE = 'live:'

/**
 * Shows the price source, so that nobody mistakes simulated or old prices for live ones, and the prices' time if nothing newer is known.
 * Its line is reserved from the start.
 */
export function PriceSource({ centred = false }: { centred?: boolean }) {
  const { quotes } = useServices()
  const { t } = useLabels()
  const source = useNow(quotes.source$, undefined)
  const lastKnown = useNow(quotes.lastKnown$, undefined)
  const words = () => {
    if (lastKnown !== undefined) return t('market.lastKnown', { time: formatTimeMs(lastKnown) })
    if (source === 'simulated') return t('market.simulated')
    if (source === 'replay') return t('market.replayed')
    return source?.startsWith(LIVE) && t('market.live', { exchange: source.slice(LIVE.length) })
  }
  const said = words()
  const known = lastKnown === undefined ? 'live' : 'last'
  return (
    <p className={cx(css.source, centred && css.centred)} data-known={said ? known : undefined}>
      {said}
    </p>
  )
}
