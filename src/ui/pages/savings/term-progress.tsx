import type { Savings } from '../../../api/money/savings.ts'
import { useServices } from '../../app/services.ts'
import { formatDate } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Progress } from '../../parts/lists/progress.tsx'

const dateOf = (ms: number) => formatDate(Math.floor(ms / 1_000))

/** How far the term of a deposit has come. `days`: by its days instead of its dates. */
export function TermProgress({ order, days = false }: { order: Savings; days?: boolean }) {
  const { t } = useLabels()
  const { serverNow } = useServices()
  const { termAt, maturesAt, daySeconds } = order
  const gone = Math.min(Math.max(0, serverNow() - termAt), maturesAt - termAt)
  const day = daySeconds * 1_000
  const left = t('savings.daysLeft', { count: Math.ceil((maturesAt - termAt - gone) / day) })
  return (
    <Progress
      label={left}
      value={gone}
      max={maturesAt - termAt}
      {...(days
        ? {
            start: t('savings.dayOf', { day: Math.min(order.days, Math.floor(gone / day) + 1), days: order.days }),
            end: left,
          }
        : { start: dateOf(termAt), middle: left, end: dateOf(maturesAt) })}
    />
  )
}
