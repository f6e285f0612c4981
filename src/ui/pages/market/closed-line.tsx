import { nextOpen } from '../../../rules/market/hours.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { formatWeekday } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import css from './closed-line.module.css'
import { useClosed } from './use-closed.ts'

const named = {
  crypto: 'market.closedUntil',
  forex: 'market.forexClosedUntil',
  metal: 'market.metalClosedUntil',
} as const

/**
 * Shows that a market is closed, and when it opens; nothing while it is open.
 *
 * @param instrument any of the market, which share their hours
 * @param mixed whether the list has other markets, too: then it names this one
 */
export function ClosedLine({ instrument, mixed = false }: { instrument: Instrument; mixed?: boolean }) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const closed = useClosed(instrument)
  const time = formatWeekday(nextOpen(instrument.kind, serverNow()), lang)
  return (
    <div role="status">
      {closed && (
        <p className={css.line}>
          <Icon name="clock" size={16} />
          {t(mixed ? named[instrument.kind] : 'market.closedUntil', { time })}
        </p>
      )}
    </div>
  )
}
