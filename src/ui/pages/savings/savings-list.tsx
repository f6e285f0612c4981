import type { Savings } from '../../../api/money/savings.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTime } from '../../format/format.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Facts, List, Row } from '../../parts/lists/list.tsx'
import { CoinMark } from '../../parts/marks/coin-mark.tsx'
import { lock } from '../../parts/marks/drawings.ts'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { SAVINGS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { savings } from './part.ts'
import css from './savings.module.css'

export const stateKey = {
  running: 'savings.running',
  matured: 'savings.matured',
  cancelled: 'savings.cancelled',
} as const

/** The user's fixed-term deposits, newest first, with their totals. */
export function SavingsList() {
  const { t, lang } = useWords()
  const actor = useActorOf(usePart(savings).list)
  const { orders, sums, pages } = useShown(actor, (now) => ({
    orders: now.context.orders,
    sums: now.context.sums,
    pages: now.children.pages,
  }))
  const view = usePagesView(pages)
  const money = (text: string, code: string) => (
    <span className="nowrap">
      {formatAmount(text, 'exact', code, lang)} {code}
    </span>
  )
  return (
    <section className={css.part}>
      <h2 className={css.title}>{t('savings.list')}</h2>
      {sums.map(({ currency, principal, interest, earned }) => (
        <Facts
          key={currency}
          facts={[
            { id: 'principal', term: t('savings.setAside'), value: money(principal, currency) },
            { id: 'interest', term: t('savings.toCome'), value: money(interest, currency) },
            { id: 'earned', term: t('savings.earned'), value: money(earned, currency) },
          ]}
        />
      ))}
      {view === 'loading' && <Skeleton bones={['row', 'row', 'row']} />}
      {view === 'failed' && (
        <LoadFailure
          title={t('savings.listFailed')}
          text={t('page.failedHint')}
          onRetry={() => actor.send({ type: 'savings.retry' })}
        />
      )}
      {view === 'ready' &&
        (orders.length === 0 ? (
          <Empty icon={lock} title={t('savings.none')} text={t('savings.noneHint')} />
        ) : (
          <>
            <List label={t('savings.list')}>
              {orders.map((each) => (
                <li key={each.id}>
                  <SavingsRow order={each} />
                </li>
              ))}
            </List>
            <More
              pages={pages}
              failedText={t('savings.moreFailed')}
              onMore={() => actor.send({ type: 'savings.more' })}
            />
          </>
        ))}
    </section>
  )
}

function SavingsRow({ order: { id, currency, amount, days, state, maturesAt, interest, earned } }: { order: Savings }) {
  const { t, lang } = useWords()
  return (
    <Row
      leading={<CoinMark code={currency} />}
      title={t('savings.days', { count: days })}
      subtitle={
        state === 'running'
          ? t('savings.until', { date: formatTime(Math.floor(maturesAt / 1000)) })
          : t(stateKey[state])
      }
      value={`${formatAmount(amount, 'exact', currency, lang)} ${currency}`}
      note={t('savings.plus', {
        amount: formatAmount(state === 'running' ? interest : earned, 'exact', currency, lang),
      })}
      to={placeOf(SAVINGS, { deposit: id })}
    />
  )
}
