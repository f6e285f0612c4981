import { stopOutBy } from '../../../rules/forex/pairs.ts'
import { contractBy, findContract, frozenTiers } from '../../../rules/lever/terms.ts'
import { loanCycles, loanLateness } from '../../../rules/loan/loan.ts'
import { meanOfExample, periods } from '../../../rules/microtrade/microtrade.ts'
import { PLAN_FEE_BPS, PLAN_LOSING_BPS, planTiers } from '../../../rules/plan/plan.ts'
import { profileOf } from '../../../rules/profiles/profile.ts'
import { swapTerms } from '../../../rules/swap/swap.ts'
import { useRules } from '../../app/use-rules.ts'
import { formatBps, formatPpm, formatter } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { List, Row } from '../../parts/lists/list.tsx'
import { loan, lock, refresh, swap } from '../../parts/marks/drawings.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import css from './news.module.css'

/** The leverage of the example, if the rules allow it. */
const LEVERAGE = 20
const DAYS_OF_YEAR = 365

const between = (all: readonly number[]) => [Math.min(...all), Math.max(...all)] as const

/** The possible loss with each product, with figures from the rules. */
export function RiskRows() {
  const { t, lang } = useLabels()
  const mean = formatter(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const [most, least] = between(periods.map(({ payoutBps }) => meanOfExample(payoutBps)))
  const rules = useRules()
  const contract = findContract('BTCUSDT')
  const leverage = Math.min(LEVERAGE, (contract && contractBy(rules, contract).tiers[0]?.leverageMax) ?? LEVERAGE)
  const [tier] = contract ? frozenTiers(rules, contract, leverage) : []
  const moveBps = 10_000 / leverage - (tier?.maintenanceBps ?? 0)
  const [mild, wild] = between(planTiers.map(({ lowPpm }) => lowPpm))
  const [cheap, dear] = between(loanCycles.map(({ ratePpm }) => ratePpm * DAYS_OF_YEAR))
  const minus = (figure: number) => mean.format(figure).replace('-', '−')
  const rows: readonly { name: string; icon: IconName; loss: string; text: string }[] = [
    ...(profileOf(rules).timedOptions
      ? [
          {
            name: t('kind.options'),
            icon: 'clock' as const,
            loss: t('risk.stake'),
            text: t('risk.optionsText', { from: minus(least), to: minus(most) }),
          },
        ]
      : []),
    {
      name: t('title.contracts'),
      icon: 'trade',
      loss: t('risk.margin'),
      text: t('risk.contractsText', { leverage, move: formatBps(moveBps, lang) }),
    },
    {
      name: t('risk.spot'),
      icon: swap,
      loss: t('risk.price'),
      text: t('risk.spotText', {
        spread: formatBps(swapTerms.spreadBps, lang),
        fee: formatBps(swapTerms.feeBps, lang),
      }),
    },
    {
      name: t('risk.forex'),
      icon: 'markets',
      loss: t('risk.margin'),
      text: t('risk.forexText', { share: formatBps(stopOutBy(rules), lang) }),
    },
    { name: t('title.strategy'), icon: refresh, loss: t('risk.bought'), text: t('risk.strategiesText') },
    {
      name: t('kind.plans'),
      icon: 'arbitrage',
      loss: t('risk.perDay', { low: formatPpm(mild, lang), high: formatPpm(wild, lang) }),
      text: t('risk.plansText', { share: formatBps(PLAN_LOSING_BPS, lang), fee: formatBps(PLAN_FEE_BPS, lang) }),
    },
    { name: t('risk.terms'), icon: lock, loss: t('risk.interest'), text: t('risk.termsText') },
    {
      name: t('kind.loans'),
      icon: loan,
      loss: t('risk.late'),
      text: t('risk.loansText', {
        low: formatPpm(cheap, lang),
        high: formatPpm(dear, lang),
        cap: formatPpm(loanLateness.lateCapPpm, lang),
      }),
    },
  ]
  return (
    <section className={css.page}>
      <h2 className={css.title}>{t('risk.title')}</h2>
      <List label={t('risk.title')}>
        {rows.map(({ name, icon, loss, text }) => (
          <li key={name} className={css.risk}>
            <Row
              leading={<Icon name={icon} size={20} className={css.riskIcon} />}
              title={
                <span className={css.riskHead}>
                  <span>{name}</span>
                  <span className={css.loss}>{loss}</span>
                </span>
              }
              subtitle={text}
            />
          </li>
        ))}
      </List>
      <Callout>{t('risk.paper')}</Callout>
    </section>
  )
}
