import { DAY_SECONDS } from '../rules/paper-day.ts'
import { formatSeconds } from './format-period.ts'
import { useWords } from './i18n/index.ts'
import { Callout } from './parts/callout.tsx'

/** Says how long a day is of some orders, where that of one of them was shortened. */
export const ShortDayOf = ({ orders }: { orders: readonly { daySeconds: number }[] }) => (
  <ShortDay seconds={Math.min(DAY_SECONDS, ...orders.map(({ daySeconds }) => daySeconds))} />
)

/** Says how long a day is, where it is shortened. */
export function ShortDay({ seconds }: { seconds: number }) {
  const { t, lang } = useWords()
  if (seconds === DAY_SECONDS) return null
  return <Callout tone="paper">{t('day.short', { time: formatSeconds(seconds, lang) })}</Callout>
}
