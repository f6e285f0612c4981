import { useSelector } from '@xstate/react'
import type { Deposit } from '../../../api/money/deposit.ts'
import type { MoneyListRef } from '../../../machines/money/moneyList.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { TransferRow } from '../../parts/lists/transfer-row.tsx'
import { deposit as drawing } from '../../parts/marks/drawings.ts'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import css from './deposit.module.css'
import { CertificateLink, DepositAmount, useNotes } from './deposit-words.tsx'
import { useSteps } from './steps.ts'

/** The user's deposits with their state. */
export function DepositList({ actor }: { actor: MoneyListRef<'deposit'> }) {
  const { t } = useWords()
  const pages = useSelector(actor, (now) => now.children.pages)
  const view = usePagesView(pages)
  const deposits = useSelector(actor, ({ context }) => context.orders)
  const retry = () => actor.send({ type: 'list.retry' })
  useReconnected(() => actor.send({ type: 'list.refresh' }))
  return (
    <section className={css.list} aria-label={t('deposit.list')}>
      <h2 className={css.title}>{t('deposit.list')}</h2>
      {view === 'failed' && <LoadFailure title={t('deposit.listFailed')} text={t('page.failedHint')} onRetry={retry} />}
      {view === 'loading' && <Skeleton bones={['row', 'row']} />}
      {view === 'ready' && deposits.length === 0 && (
        <Empty icon={drawing} title={t('deposit.none')} text={t('deposit.noneHint')} />
      )}
      <ul className={css.rows}>
        {deposits.map((deposit) => (
          <li key={deposit.id}>
            <DepositRow deposit={deposit} />
          </li>
        ))}
      </ul>
      <More pages={pages} failedText={t('deposit.listFailed')} onMore={() => actor.send({ type: 'list.more' })} />
    </section>
  )
}

const tones: Partial<Record<Deposit['state'], 'good' | 'bad'>> = { succeeded: 'good', failed: 'bad' }

function DepositRow({ deposit }: { deposit: Deposit }) {
  const { t } = useWords()
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
