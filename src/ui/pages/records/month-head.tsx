import { Link } from 'wouter'
import type { MonthSum } from '../../../api/money/records.ts'
import { useMask } from '../../app/hidden.ts'
import { formatAmount } from '../../format/format.ts'
import { formatMonth } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { STATEMENT } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import css from './records.module.css'

/** A month, with its totals in and out in each currency. */
export function MonthHead({ month, sums }: { month: string; sums: readonly MonthSum[] }) {
  const { t, lang } = useLabels()
  const mask = useMask()
  const written = (amount: string, currency: string) => mask(formatAmount(amount, 'exact', currency, lang))
  return (
    <div className={css.head}>
      <h2 id={`month-${month}`} className={css.title}>
        {formatMonth(month, lang)}
      </h2>
      <Link className={css.link} href={placeOf(STATEMENT, { month })}>
        {t('records.statement')}
      </Link>
      <ul className={css.sums}>
        {sums.map((sum) => (
          <li key={sum.currency}>
            {t('records.in', { amount: written(sum.in, sum.currency) })} ·{' '}
            {t('records.out', { amount: written(sum.out, sum.currency) })} {sum.currency}
          </li>
        ))}
      </ul>
    </div>
  )
}
