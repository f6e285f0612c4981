import { Link } from 'wouter'
import { planTiers } from '../../../rules/plan/plan.ts'
import { savingsProducts } from '../../../rules/savings/savings.ts'
import { useLabels } from '../../i18n/index.ts'
import { PLANS, SAVINGS } from '../../router/places.ts'
import css from './own.module.css'

const span = (lengths: readonly { days: number }[]) => {
  const days = lengths.map(({ days }) => days)
  return { from: Math.min(...days), to: Math.max(...days) }
}

/** Earn products, each with a line of description. */
export function Earn() {
  const { t } = useLabels()
  return (
    <ul className={css.earn} aria-label={t('home.earn')}>
      <Way to={PLANS} title={t('home.arbitrage')} text={t('home.arbitrageText', span(planTiers))} />
      <Way to={SAVINGS} title={t('home.savings')} text={t('home.savingsText', span(savingsProducts))} />
    </ul>
  )
}

const Way = ({ to, title, text }: { to: string; title: string; text: string }) => (
  <li>
    <Link href={to} className={css.way}>
      <span className={css.wayTitle}>{title}</span>
      <span className={css.wayText}>{text}</span>
    </Link>
  </li>
)
