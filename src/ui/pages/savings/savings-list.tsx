import { useSelector } from '@xstate/react'
import type { Savings } from '../../../api/money/savings.ts'
import { savingsList, savingsSums } from '../../../machines/money/savings.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Entries } from '../../lists/paged-list.tsx'
import { Facts, Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { SAVINGS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { Money } from '../orders/figures.tsx'
import css from './savings.module.css'

export const stateKey = {
  running: 'savings.running',
  matured: 'savings.matured',
  cancelled: 'savings.cancelled',
} as const

/** The user's fixed-term deposits, newest first, with their totals. */
export function SavingsList() {
  const { t } = useLabels()
  const list = useActorOf(savingsList, { kind: 'savings' })
  const totals = useActorOf(savingsSums, {})
  const { orders, pages } = useShown(list, (now) => ({ orders: now.context.orders, pages: now.children.pages }))
  const sums = useSelector(totals, ({ context }) => context.value)
  const money = (text: string, code: string) => <Money as="exact" amount={text} currency={code} />
  return (
    <section className={css.part}>
      <h2 className={css.title}>{t('savings.list')}</h2>
      {sums?.map(({ currency, principal, interest, earned }) => (
        <Facts
          key={currency}
          facts={[
            { term: t('savings.setAside'), value: money(principal, currency) },
            { term: t('savings.toCome'), value: money(interest, currency) },
            { term: t('savings.earned'), value: money(earned, currency) },
          ]}
        />
      ))}
      <Entries<Savings>
        pages={pages}
        entries={orders}
        row={(each) => <SavingsRow order={each} />}
        shapes={['row', 'row', 'row']}
        label={t('savings.list')}
        failed={t('savings.listFailed')}
        moreFailed={t('savings.moreFailed')}
        none={<Empty title={t('savings.none')} text={t('savings.noneHint')} />}
      />
    </section>
  )
}

function SavingsRow({ order: { id, currency, amount, days, state, maturesAt, interest, earned } }: { order: Savings }) {
  const { t, lang } = useLabels()
  return (
    <Row
      leading={<CoinMark code={currency} />}
      title={t('savings.days', { count: days })}
      subtitle={state === 'running' ? t('savings.until', { date: formatTimeMs(maturesAt) }) : t(stateKey[state])}
      value={`${formatAmount(amount, 'exact', currency, lang)} ${currency}`}
      note={t('savings.plus', {
        amount: formatAmount(state === 'running' ? interest : earned, 'exact', currency, lang),
      })}
      to={placeOf(SAVINGS, { deposit: id })}
    />
  )
}
