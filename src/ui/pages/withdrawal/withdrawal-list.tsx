import { useSelector } from '@xstate/react'
import type { Withdrawal } from '../../../api/money/withdrawal.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import { withdrawalList } from '../../../machines/money/withdrawals.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { formatAmount, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Entries, usePagesView } from '../../lists/paged-list.tsx'
import { TransferRow } from '../../parts/lists/transfer-row.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { shortAddress } from './address-button.tsx'
import { useSteps } from './steps.ts'
import css from './withdrawal.module.css'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

/** Earlier withdrawals; the newest is above the form. */
export function WithdrawalList({ actor }: { actor: WithdrawalActor }) {
  const { t } = useLabels()
  const list = useActorOf(withdrawalList, { kind: 'withdrawal' })
  const pages = useSelector(list, (now) => now.children.pages)
  const view = usePagesView(pages)
  const orders = useSelector(list, ({ context }) => context.orders)
  const newest = useSelector(actor, ({ context }) => context.asked.newest?.id)
  useReconnected(() => list.send({ type: 'list.refresh' }))
  const earlier = orders.filter(({ id }) => id !== newest)
  if (view === 'ready' && earlier.length === 0 && newest !== undefined) return null
  return (
    <section className={css.list} aria-label={t('withdrawal.list')}>
      <h2 className={css.title}>{t('withdrawal.list')}</h2>
      <Entries<Withdrawal>
        pages={pages}
        entries={earlier}
        row={(each) => <WithdrawalRow withdrawal={each} />}
        shapes={['card']}
        className={css.rows}
        failed={t('withdrawal.listFailed')}
        none={<Empty title={t('withdrawal.none')} text={t('withdrawal.noneHint')} />}
      />
    </section>
  )
}

const tones: Partial<Record<Withdrawal['state'], 'good' | 'bad'>> = {
  confirmed: 'good',
  refused: 'bad',
  bounced: 'bad',
}

function WithdrawalRow({ withdrawal: one }: { withdrawal: Withdrawal }) {
  const { t, lang } = useLabels()
  const steps = useSteps(one)
  const { currency, amount, address, label, state, reason, submittedAt } = one
  return (
    <TransferRow
      amount={`${formatAmount(amount, 'exact', currency, lang)} ${currency}`}
      state={t(`withdrawal.state.${state}`)}
      tone={tones[state]}
      notes={[`${label || shortAddress(address)} · ${formatTimeMs(submittedAt)}`, ...(reason === null ? [] : [reason])]}
      steps={steps}
    >
      <WithdrawalFacts withdrawal={one} />
    </TransferRow>
  )
}
