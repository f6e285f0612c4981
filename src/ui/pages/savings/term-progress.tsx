import type { Savings } from '../../../api/money/savings.ts'
import { elapsedOf } from '../../../rules/savings/savings.ts'
import { useServices } from '../../app/services.ts'
import { formatDateMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Progress } from '../../parts/lists/progress.tsx'

/** How far the term of a deposit has come. `days`: by its days instead of its dates. */
export function TermProgress({ order, days = false }: { order: Savings; days?: boolean }) {
  const { t } = useLabels()
  const { serverNow } = useServices()
  const { termAt, maturesAt, daySeconds } = order
  const elapsed = elapsedOf(order, serverNow())
  const day = daySeconds * 1_000
  const left = t('savings.daysLeft', { count: Math.ceil((maturesAt - termAt - elapsed) / day) })
  return (
    <Progress
      label={left}
      value={elapsed}
      max={maturesAt - termAt}
      {...(days
        ? {
            start: t('day.of', { day: Math.min(order.days, Math.floor(elapsed / day) + 1), days: order.days }),
            end: left,
          }
        : { start: formatDateMs(termAt), middle: left, end: formatDateMs(maturesAt) })}
    />
  )
}
