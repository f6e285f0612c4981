import type { ReactNode } from 'react'
import type { OrderTotals } from '../../../api/trade/orders.ts'
import { directionOf, formatBps, formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { colours, Money } from './figures.tsx'
import css from './trade.module.css'

/** Totals of orders. `ofAll`: orders of all results are included, so that a win rate is meaningful. */
export function Totals({ totals, ofAll }: { totals: OrderTotals; ofAll: boolean }) {
  const { t, lang } = useLabels()
  const { won, lost, returned, traded, winRateBps, amounts, turnover } = totals
  const count = (orders: number) => formatCount(orders, lang)
  return (
    <section aria-label={t('orders.totals')}>
      <dl className={css.totals}>
        {amounts.length > 0 && (
          <Figure term={t('receipt.net')}>
            {amounts.map(({ currency, net }) => (
              <span key={currency} className={colours[directionOf(net)]}>
                <Money as="exact" amount={net} currency={currency} sign />
              </span>
            ))}
          </Figure>
        )}
        {ofAll && winRateBps !== null && <Figure term={t('orders.winRate')}>{formatBps(winRateBps, lang)}</Figure>}
        {amounts.length > 0 && (
          <Figure term={t('orders.staked')}>
            {amounts.map(({ currency, staked }) => (
              <Money key={currency} as="exact" amount={staked} currency={currency} />
            ))}
          </Figure>
        )}
        {turnover && (
          <>
            <Figure term={t('orders.bought')}>
              <Money as="exact" amount={turnover.bought} currency="USDT" />
            </Figure>
            <Figure term={t('orders.sold')}>
              <Money as="exact" amount={turnover.sold} currency="USDT" />
            </Figure>
            <Figure term={t('orders.fees')}>
              <Money as="exact" amount={turnover.fees} currency="USDT" />
            </Figure>
          </>
        )}
        <Figure term={t('orders.count')}>{count(won + lost + returned + traded)}</Figure>
      </dl>
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

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
