import type { ReactNode } from 'react'
import type { MicrotradeOrder } from '../../../api/microtrade.ts'
import type { RecordedTick } from '../../../rules/chain.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { netResult, paysIfWon } from '../../../rules/microtrade-figures.ts'
import { formatAmount, formatBps, formatCount, formatMillis, formatSeconds } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { Hero } from '../../parts/hero.tsx'
import { Facts } from '../../parts/list.tsx'
import { DirectionWord } from './direction.tsx'
import { Money, Net, PriceText } from './figures.tsx'
import { Hash } from './hash.tsx'
import css from './receipt.module.css'

/** All that an option's end rests on. `check` stands below its result. */
export function ReceiptFacts({ order, check }: { order: MicrotradeOrder; check: ReactNode }) {
  const { t, lang } = useWords()
  const { symbol, direction, currency, amount, seconds, payoutBps, acceptedAt, closeTime, payout } = order
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
        {ended ? <Net order={order} bare /> : formatAmount(amount, currencyOf(currency).shown, lang)}
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
            { id: 'stake', term: t('orders.stake'), value: <Money amount={amount} currency={currency} /> },
            { id: 'period', term: t('receipt.period'), value: formatSeconds(seconds, lang) },
            { id: 'rate', term: t('receipt.rate'), value: formatBps(payoutBps, lang) },
            ...(pays
              ? [{ id: 'pays', term: t('orders.pays'), value: <Money amount={pays.payout} currency={currency} /> }]
              : []),
            { id: 'accepted', term: t('receipt.accepted'), value: formatMillis(acceptedAt) },
            ...(closeTime === null ? [] : [{ id: 'due', term: t('receipt.due'), value: formatMillis(closeTime) }]),
          ]}
        />
      </Section>
      <Section title={t('receipt.ledger')}>
        <Facts
          facts={[
            { id: 'held', term: t('receipt.held'), value: <Money amount={amount} currency={currency} /> },
            ...(payout === null
              ? []
              : [
                  { id: 'returned', term: t('receipt.returned'), value: <Money amount={payout} currency={currency} /> },
                  { id: 'net', term: t('receipt.net'), value: <Net order={order} /> },
                ]),
          ]}
        />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3 className={css.title}>{title}</h3>
      {children}
    </section>
  )
}

type TickProps = {
  title: string
  tick: RecordedTick | null
  /** Why there is none, where there is none. */
  none: 'notYet' | 'noOpening' | 'neverOpened' | 'noClosing'
}

/** A tick of the record. */
function Tick({ title, tick, none }: TickProps) {
  const { t, lang } = useWords()
  return (
    <Section title={title}>
      {tick ? (
        <Facts
          facts={[
            { id: 'price', term: t('receipt.price'), value: <PriceText symbol={tick.symbol} price={tick.price} /> },
            { id: 'time', term: t('receipt.time'), value: formatMillis(tick.time) },
            { id: 'seq', term: t('receipt.sequence'), value: formatCount(tick.seq, lang) },
            { id: 'hash', term: t('receipt.hash'), value: <Hash hash={tick.hash} /> },
          ]}
        />
      ) : (
        <p className="muted">{t(`receipt.${none}`)}</p>
      )}
    </Section>
  )
}
