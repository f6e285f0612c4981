import type { Deposit } from '../../../api/money/deposit.ts'
import { depositList } from '../../../machines/money/deposits.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useLabels } from '../../i18n/index.ts'
import { OneOrder, OrderSheet } from '../../offers/one-order.tsx'
import { Steps } from '../../parts/lists/steps.tsx'
import css from './deposit.module.css'
import { CertificateLink, DepositAmount, useNotes } from './deposit-labels.tsx'
import { useSteps } from './steps.ts'

/** One deposit with each of its steps. `id`: null to show none. */
export function OneDeposit({ id }: { id: string | null }) {
  const { t } = useLabels()
  return (
    <OrderSheet id={id} title={t('deposit.one')}>
      {(known) => <Loaded id={known} />}
    </OrderSheet>
  )
}

function Loaded({ id }: { id: string }) {
  const { t } = useLabels()
  const list = useActorOf(depositList, { kind: 'deposit', query: { id } })
  return (
    <OneOrder<'deposit'> list={list} failedText={t('deposit.listFailed')}>
      {(found) => <Details deposit={found} />}
    </OneOrder>
  )
}

function Details({ deposit: one }: { deposit: Deposit }) {
  const { t } = useLabels()
  const steps = useSteps(one)
  const notes = useNotes(one)
  return (
    <div className={css.list}>
      <p className={css.title}>
        <DepositAmount deposit={one} />
      </p>
      <div className={css.notes}>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <p key={at}>{note}</p>
        ))}
      </div>
      <Steps label={t('steps.label')} steps={steps} />
      <CertificateLink deposit={one} />
    </div>
  )
}
