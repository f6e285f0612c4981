import { useSelector } from '@xstate/react'
import type { Savings } from '../../../api/money/savings.ts'
import type { MoneyListRef } from '../../../machines/money/moneyList.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatDateMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { Entries, More } from '../../lists/paged-list.tsx'
import { Card, Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { Section } from '../../parts/page/section.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { SAVINGS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { useRate } from './rate.ts'
import { TermProgress } from './term-progress.tsx'

type ListProps = { list: MoneyListRef<'savings'> }

/** The deposits that run, each with how far its term has come. */
export function Running({ list }: ListProps) {
  const orders = useShown(list, (now) => ({ all: now.context.orders })).all
  return orders
    .filter(({ state }) => state === 'running')
    .map((order) => (
      <Card key={order.id}>
        <SavingsRow order={order} />
        <TermProgress order={order} />
      </Card>
    ))
}

/** The deposits that have ended, newest first. */
export function Ended({ list }: ListProps) {
  const { t } = useLabels()
  const { orders, pages } = useShown(list, (now) => ({ orders: now.context.orders, pages: now.children.pages }))
  const asOf = useSelector(pages, (now) => now?.context.asOf)
  const isComplete = useSelector(pages, (now) => now?.context.complete ?? false)
  const ended = orders.filter(({ state }) => state !== 'running')
  if (isComplete && ended.length === 0 && orders.length > 0) return <AsOf at={asOf} />
  return (
    <Section title={t('savings.list')}>
      <Entries<Savings>
        pages={pages}
        entries={ended}
        row={(each) => <SavingsRow order={each} />}
        shapes={['row', 'row', 'row']}
        label={t('savings.list')}
        failed={t('savings.listFailed')}
        moreFailed={t('savings.moreFailed')}
        none={
          orders.length > 0 ? (
            <More pages={pages} failedText={t('savings.moreFailed')} />
          ) : (
            <Empty title={t('savings.none')} text={t('savings.noneHint')} />
          )
        }
      />
    </Section>
  )
}

function SavingsRow({ order }: { order: Savings }) {
  const { t, lang } = useLabels()
  const { id, currency, amount, days, rateBps, state, settledAt, earned } = order
  const rate = useRate()(rateBps)
  const isRunning = state === 'running'
  const exact = (text: string, sign = false) => formatAmount(text, 'exact', currency, lang, { sign })
  return (
    <Row
      leading={<CoinMark code={currency} />}
      title={t('day.count', { count: days })}
      subtitle={
        isRunning
          ? rate.year
          : `${t(state === 'matured' ? 'savings.matured' : 'savings.cancelled')}${settledAt === null ? '' : ` · ${formatDateMs(settledAt)}`}`
      }
      value={`${exact(amount)} ${currency}`}
      {...(!isRunning && { note: exact(earned, true) })}
      to={placeOf(SAVINGS, { deposit: id })}
    />
  )
}
