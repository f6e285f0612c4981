import { DAY_SECONDS } from '../rules/paper-day.ts'
import { formatSeconds } from './format-period.ts'
import { useWords } from './i18n/index.ts'
import { Callout } from './parts/callout.tsx'

/** Says how long a day is, where it is shortened. */
export function ShortDay({ seconds }: { seconds: number }) {
  const { t, lang } = useWords()
  if (seconds === DAY_SECONDS) return null
  return <Callout tone="paper">{t('day.short', { time: formatSeconds(seconds, lang) })}</Callout>
}
