import { useWords } from '../../i18n/index.ts'
import { Callout } from '../../parts/callout.tsx'
import { formatTimes } from './words.ts'

/** What daily rates, in millionths, would make in a year, and what to think of whoever promises that. */
export function InAYear({ low, high }: { low: number; high: number }) {
  const { t, lang } = useWords()
  return (
    <Callout tone="paper">
      <strong>{t('plan.year', { low: formatTimes(low, lang), high: formatTimes(high, lang) })}</strong>{' '}
      {t('plan.mistrust')}
    </Callout>
  )
}
