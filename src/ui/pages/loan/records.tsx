import type { Loan } from '../../../api/money/loan.ts'
import { loanList } from '../../../machines/money/loans.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Entries } from '../../lists/paged-list.tsx'
import { ShortDayOf } from '../../lists/short-day.tsx'
import { Row } from '../../parts/lists/list.tsx'
import { Header } from '../../parts/page/header.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { LOAN, LOANS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { dateOf, stateNames } from './labels.ts'

/** The user's loans, newest first. */
export function LoanRecordsPage() {
  const { t } = useLabels()
  const actor = useActorOf(loanList, { kind: 'loan' })
  const { orders, pages } = useShown(actor, (now) => ({ orders: now.context.orders, pages: now.children.pages }))
  return (
    <>
      <Header title={t('loan.yours')} back={LOANS} />
      <div className="page">
        <ShortDayOf orders={orders} />
        <section>
          <Entries<Loan>
            pages={pages}
            entries={orders}
            row={(each) => <LoanRow loan={each} />}
            shapes={['row', 'row', 'row', 'row']}
            label={t('loan.yours')}
            failed={t('loan.listFailed')}
            moreFailed={t('loan.moreFailed')}
            none={<NoLoans />}
          />
        </section>
      </div>
    </>
  )
}

/** There are no loans. */
function NoLoans() {
  const { t } = useLabels()
  return <Empty title={t('loan.none')} text={t('loan.noneHint')} action={{ to: LOANS, label: t('loan.see') }} />
}

function LoanRow({ loan }: { loan: Loan }) {
  const { t, lang } = useLabels()
  const { id, state, amount, unpaid, days, currency } = loan
  const name = t(stateNames[state])
  const { isDue, at } = dateOf(loan)
  const when = isDue ? t('loan.dueOn', { date: formatTimeMs(at) }) : formatTimeMs(at)
  return (
    <Row
      title={t('loan.title', { count: days })}
      subtitle={
        <>
          {state === 'overdue' ? <strong className="fall">{name}</strong> : name} · {when}
        </>
      }
      value={`${formatAmount(amount, 'exact', currency, lang)} ${currency}`}
      note={isDue ? t('loan.unpaidOf', { amount: formatAmount(unpaid, 'pay', currency, lang) }) : undefined}
      to={placeOf(LOAN, { id })}
    />
  )
}
