import type { LoanActor } from '../../../machines/money/loanOrder.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Card, List, Row } from '../../parts/lists/list.tsx'

/** Repayments of a loan, newest first, with their allocation. */
export function Payments({ actor, currency }: { actor: LoanActor; currency: string }) {
  const { t, lang } = useLabels()
  const { payments, pages } = useShown(actor, (now) => ({
    payments: now.context.payments,
    pages: now.children.pages,
  }))
  const view = usePagesView(pages)
  const money = (amount: string) => formatAmount(amount, 'exact', currency, lang)
  if (view === 'failed') {
    return (
      <LoadFailure
        title={t('loan.paymentsFailed')}
        text={t('page.failedHint')}
        onRetry={() => pages?.send({ type: 'list.retry' })}
      />
    )
  }
  if (payments.length === 0) return null
  return (
    <Card title={t('loan.payments')}>
      <List label={t('loan.payments')}>
        {payments.map(({ number, at, by, amount, fee, interest, principal }) => (
          <li key={number}>
            <Row
              title={t(by === 'user' ? 'loan.byUser' : 'loan.byPlatform')}
              subtitle={
                <>
                  {formatTimeMs(at)}
                  <br />
                  {t('loan.split', { fee: money(fee), interest: money(interest), principal: money(principal) })}
                </>
              }
              value={`${money(amount)} ${currency}`}
            />
          </li>
        ))}
      </List>
      <More pages={pages} failedText={t('loan.paymentsFailed')} />
    </Card>
  )
}
