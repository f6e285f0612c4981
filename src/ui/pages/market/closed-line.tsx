import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import { isOpen, nextOpen } from '../../../rules/hours.ts'
import type { Instrument } from '../../../rules/instruments.ts'
import { useLatest } from '../../bind.ts'
import { formatWeekday } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { Icon } from '../../parts/icons.tsx'
import { useServices } from '../../services.ts'
import css from './closed-line.module.css'

/**
 * Says that a market is closed, and when it opens: nothing while it is open.
 *
 * @param instrument one of the market, which all open and close together
 * @param mixed the list holds other markets too
 */
export function ClosedLine({ instrument, mixed = false }: { instrument: Instrument; mixed?: boolean }) {
  const { quotes, serverNow } = useServices()
  const { t, lang } = useWords()
  const closed$ = useMemo(
    () =>
      quotes.quote$(instrument.symbol).pipe(
        map(({ state }) => state === 'closed'),
        distinctUntilChanged(),
      ),
    [quotes, instrument],
  )
  // Until the market's own word is heard, its hours tell: what stands below need not move.
  const closed = useLatest(closed$, !isOpen(instrument.kind, serverNow()))
  const time = formatWeekday(nextOpen(instrument.kind, serverNow()), lang)
  return (
    <div role="status">
      {closed && (
        <p className={css.line}>
          <Icon name="clock" size={16} />
          {mixed ? t('market.someClosedUntil', { time }) : t('market.closedUntil', { time })}
        </p>
      )}
    </div>
  )
}
