import type { RecordFilter } from '../../../machines/money/recordList.ts'
import { useMask } from '../../app/hidden.ts'
import { formatAmount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { EyeButton } from '../../parts/buttons/eye-button.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { setQuery } from '../../router/place-query.ts'
import { periodOf } from './filters.tsx'
import css from './records.module.css'
import { type Sum, sumsOf } from './sums.ts'

type TotalsProps = { sums: Parameters<typeof sumsOf>[0] | undefined; filter: RecordFilter }

/** The sums of the filtered records: of the currency with the most records, with a button for each other. */
export function Totals({ sums, filter }: TotalsProps) {
  const { t, lang } = useLabels()
  const mask = useMask()
  const written = (amount: string, { currency }: Sum, sign = false) =>
    mask(formatAmount(amount, 'exact', currency, lang, { sign }))
  const [first, ...others] = sums ? sumsOf(sums, filter) : []
  const period = periodOf(filter, lang)
  return (
    <div>
      <div className={css.top}>
        <Hero
          label={
            <>
              {period === undefined ? t('records.netAll') : t('records.net', { period })}
              {first && ` · ${t('records.count', { count: first.movements })}`}
            </>
          }
          unit={first?.currency ?? filter.currency ?? ''}
        >
          <span>{first ? written(first.net, first, true) : sums && '0'}</span>
        </Hero>
        <EyeButton />
      </div>
      <p className={css.flows}>
        {first && (
          <>
            <span>
              {t('records.in')} <b>{written(first.in, first)}</b>
            </span>
            <span>
              {t('records.out')} <b>{written(first.out, first)}</b>
            </span>
          </>
        )}
      </p>
      <div className={css.others}>
        {others.map((sum) => (
          <button
            key={sum.currency}
            type="button"
            className={css.link}
            onClick={() => setQuery({ ...filter, currency: sum.currency })}
          >
            {written(sum.net, sum, true)} {sum.currency}
          </button>
        ))}
      </div>
    </div>
  )
}
