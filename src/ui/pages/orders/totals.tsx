import type { OrderTotals } from '../../../api/trade/orders.ts'
import { directionOf, formatBps, formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { cx } from '../../parts/cx.ts'
import { StatGroup } from '../../parts/lists/stat-group.tsx'
import { colours, Money } from './figures.tsx'
import css from './trade.module.css'

/** Totals of orders. `ofAll`: orders of all results are included, so that a win rate is meaningful. */
export function Totals({ totals, ofAll }: { totals: OrderTotals; ofAll: boolean }) {
  const { t, lang } = useLabels()
  const { won, lost, returned, traded, winRateBps, amounts, turnover } = totals
  const count = (orders: number) => formatCount(orders, lang)
  const each = (term: string, of: (amount: OrderTotals['amounts'][number]) => string, signed = false) =>
    amounts.length > 0 && {
      term,
      value: amounts.map((amount) => (
        <span key={amount.currency} className={cx(css.amount, signed && colours[directionOf(of(amount))])}>
          <Money as="exact" amount={of(amount)} currency={amount.currency} sign={signed} />
        </span>
      )),
    }
  const usdt = (amount: string) => <Money as="exact" amount={amount} currency="USDT" />
  return (
    <section className={css.totals} aria-label={t('orders.totals')}>
      <StatGroup
        stats={[
          each(t('orders.realised'), ({ net }) => net, true),
          ofAll && winRateBps !== null && { term: t('orders.winRate'), value: formatBps(winRateBps, lang) },
          { term: t('orders.count'), value: count(won + lost + returned + traded) },
        ]}
      />
      <StatGroup
        stats={[
          each(t('orders.staked'), ({ staked }) => staked),
          turnover && { term: t('orders.bought'), value: usdt(turnover.bought) },
          turnover && { term: t('orders.sold'), value: usdt(turnover.sold) },
          turnover && { term: t('orders.fees'), value: usdt(turnover.fees) },
        ]}
      />
      {ofAll && (
        <p className="fine">
          {t('orders.outcomes', { won: count(won), lost: count(lost), returned: count(returned) })}
          {traded > 0 && <> · {t('orders.outcomeTraded', { traded: count(traded) })}</>}
          {returned > 0 && winRateBps !== null && <> · {t('orders.rateHint')}</>}
        </p>
      )}
    </section>
  )
}
