import type { ReactNode } from 'react'
import type { MicrotradeOrder } from '../../../api/trade/microtrade.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { netResult, paysIfWon } from '../../../rules/microtrade/figures.ts'
import { formatAmount, formatBps } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { formatMillis, formatSeconds } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Facts } from '../../parts/lists/list.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Money } from '../orders/figures.tsx'
import css from '../orders/receipt.module.css'
import { Section, TickFacts } from '../orders/receipt-sections.tsx'
import { Stated } from '../orders/stated.tsx'
import { Net } from './net.tsx'
import { DirectionWord } from './side.tsx'

/** Everything that an option's result is based on. `check` is shown below the result. */
export function ReceiptFacts({ order, check }: { order: MicrotradeOrder; check: ReactNode }) {
  const { t, lang } = useLabels()
  const { symbol, direction, currency, amount, seconds, payoutBps, closeTime, payout } = order
  const pays = paysIfWon(order)
  const ended = netResult(order) !== undefined
  return (
    <>
      <Hero
        label={t(`orders.result.${order.state}`)}
        note={
          <>
            {pairOf(symbol)} <DirectionWord direction={direction} />
          </>
        }
        unit={currency}
      >
        {ended ? <Net order={order} bare /> : formatAmount(amount, 'exact', currency, lang)}
      </Hero>
      {check}
      <Tick title={t('receipt.opening')} tick={order.openTick} none={ended ? 'noOpening' : 'notYet'} />
      <Tick
        title={t('receipt.closing')}
        tick={order.closeTick}
        none={ended ? (order.openTick ? 'noClosing' : 'neverOpened') : 'notYet'}
      />
      <Section title={t('receipt.rule')}>
        <p className="muted">{t('receipt.ruleText')}</p>
        <p className={css.rule}>{t('receipt.ruleResult')}</p>
      </Section>
      <Section title={t('receipt.terms')}>
        <Facts
          facts={[
            { id: 'stake', term: t('orders.stake'), value: <Money as="exact" amount={amount} currency={currency} /> },
            { id: 'period', term: t('receipt.period'), value: formatSeconds(seconds, lang) },
            { id: 'rate', term: t('receipt.rate'), value: formatBps(payoutBps, lang) },
            ...(pays
              ? [
                  {
                    id: 'pays',
                    term: t('orders.pays'),
                    value: <Money as="exact" amount={pays.payout} currency={currency} />,
                  },
                ]
              : []),
            ...(closeTime === null ? [] : [{ id: 'due', term: t('receipt.due'), value: formatMillis(closeTime) }]),
          ]}
        />
      </Section>
      <Section title={t('receipt.ledger')}>
        <Facts
          facts={[
            { id: 'held', term: t('receipt.held'), value: <Money as="exact" amount={amount} currency={currency} /> },
            ...(payout === null
              ? []
              : [
                  {
                    id: 'returned',
                    term: t('receipt.returned'),
                    value: <Money as="exact" amount={payout} currency={currency} />,
                  },
                  { id: 'net', term: t('receipt.net'), value: <Net order={order} /> },
                ]),
          ]}
        />
      </Section>
      <Stated order={order} />
    </>
  )
}

type TickProps = {
  title: string
  tick: RecordedTick | null
  /** Why it is missing. */
  none: 'notYet' | 'noOpening' | 'neverOpened' | 'noClosing'
}

function Tick({ title, tick, none }: TickProps) {
  const { t } = useLabels()
  return (
    <Section title={title}>
      {tick ? <TickFacts tick={tick} /> : <p className="muted">{t(`receipt.${none}`)}</p>}
    </Section>
  )
}
