import { useSelector } from '@xstate/react'
import type { Deposit } from '../../../api/money/deposit.ts'
import type { MoneyListRef } from '../../../machines/money/moneyList.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useLabels } from '../../i18n/index.ts'
import { Entries } from '../../lists/paged-list.tsx'
import { TransferRow } from '../../parts/lists/transfer-row.tsx'
import { Empty } from '../../parts/page/states.tsx'
import css from './deposit.module.css'
import { CertificateLink, DepositAmount, useNotes } from './deposit-labels.tsx'
import { useSteps } from './steps.ts'

/** The user's deposits with their state. */
export function DepositList({ actor }: { actor: MoneyListRef<'deposit'> }) {
  const { t } = useLabels()
  const pages = useSelector(actor, (now) => now.children.pages)
  const deposits = useSelector(actor, ({ context }) => context.orders)
  useReconnected(() => actor.send({ type: 'list.refresh' }))
  return (
    <section className={css.list} aria-label={t('deposit.list')}>
      <h2 className={css.title}>{t('deposit.list')}</h2>
      <Entries<Deposit>
        pages={pages}
        entries={deposits}
        row={(deposit) => <DepositRow deposit={deposit} />}
        shapes={['row', 'row']}
        className={css.rows}
        failed={t('deposit.listFailed')}
        none={<Empty title={t('deposit.none')} text={t('deposit.noneHint')} />}
      />
    </section>
  )
}

const tones: Partial<Record<Deposit['state'], 'good' | 'bad'>> = { succeeded: 'good', failed: 'bad' }

function DepositRow({ deposit }: { deposit: Deposit }) {
  const { t } = useLabels()
  const steps = useSteps(deposit)
  const notes = useNotes(deposit)
  const { state } = deposit
  return (
    <TransferRow
      amount={<DepositAmount deposit={deposit} />}
      state={t(`deposit.state.${state}`)}
      tone={tones[state]}
      notes={notes}
      steps={steps}
    >
      <CertificateLink deposit={deposit} />
    </TransferRow>
  )
}
