import { DAY_SECONDS } from '../../rules/money/paper-day.ts'
import { formatSeconds } from '../format/period.ts'
import { useLabels } from '../i18n/index.ts'
import { Callout } from '../parts/page/callout.tsx'

/** Shows the length of a day of some orders, if shortened for one of them. */
export const ShortDayOf = ({ orders }: { orders: readonly { daySeconds: number }[] }) => (
  <ShortDay seconds={Math.min(DAY_SECONDS, ...orders.map(({ daySeconds }) => daySeconds))} />
)

/** Shows the length of a day, if shortened. */
export function ShortDay({ seconds }: { seconds: number }) {
  const { t, lang } = useLabels()
  if (seconds === DAY_SECONDS) return null
  return <Callout tone="paper">{t('day.short', { time: formatSeconds(seconds, lang) })}</Callout>
}
