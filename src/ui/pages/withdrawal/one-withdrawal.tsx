import { useSelector } from '@xstate/react'
import type { Withdrawal } from '../../../api/money/withdrawal.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import { withdrawalList } from '../../../machines/money/withdrawals.ts'
import { can } from '../../../machines/orders/life.ts'
import { withdrawalMachine } from '../../../machines/orders/withdrawal.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatPlain } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { OneOrder, OrderSheet } from '../../offers/one-order.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Steps } from '../../parts/lists/steps.tsx'
import { useSteps } from './steps.ts'
import css from './withdrawal.module.css'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

type OneWithdrawalProps = {
  /** Null to show none. */
  id: string | null
  actor: WithdrawalActor
}

/** One withdrawal: its steps and address, with a cancel button while possible. */
export function OneWithdrawal({ id, actor }: OneWithdrawalProps) {
  const { t } = useLabels()
  return (
    <OrderSheet id={id} title={t('withdrawal.one')}>
      {(known) => <Loaded id={known} actor={actor} />}
    </OrderSheet>
  )
}

function Loaded({ id, actor }: { id: string; actor: WithdrawalActor }) {
  const { t } = useLabels()
  const list = useActorOf(withdrawalList, { kind: 'withdrawal', query: { id } })
  return (
    <OneOrder<'withdrawal'> list={list} failedText={t('withdrawal.listFailed')}>
      {(found) => (
        <div className={css.list}>
          <Standing withdrawal={found} />
          <WithdrawalFacts withdrawal={found} />
          <TakeBack actor={actor} withdrawal={found} />
        </div>
      )}
    </OneOrder>
  )
}

function Standing({ withdrawal: one }: { withdrawal: Withdrawal }) {
  const { t, lang } = useLabels()
  const steps = useSteps(one)
  return (
    <>
      <p className={css.title}>
        {formatPlain(one.amount, lang)} {one.currency}
      </p>
      <Steps label={t('steps.label')} steps={steps} />
    </>
  )
}

/** Cancels a withdrawal under review, which is always the newest. */
export function TakeBack({ actor, withdrawal: { id, state } }: { actor: WithdrawalActor; withdrawal: Withdrawal }) {
  const { t } = useLabels()
  const isNewest = useSelector(actor, ({ context }) => context.asked.newest?.id === id)
  const busy = useSelector(actor, (now) => now.hasTag('cancelling'))
  if (!isNewest || !can(withdrawalMachine, state, { type: 'withdrawal.cancel' })) return null
  return (
    <div className={css.takeBack}>
      <Button kind="quiet" small busy={busy} onClick={() => actor.send({ type: 'withdrawal.cancel' })}>
        {t('withdrawal.takeBack')}
      </Button>
    </div>
  )
}
