import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ReceiptInput, receiptMachine } from '../../../machines/trade/receipt.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { NoOrder } from '../../offers/one-order.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import css from './receipt.module.css'

export type ReceiptActor = ActorRefFrom<typeof receiptMachine>

type ReceiptViewProps<Receipt> = {
  machine: typeof receiptMachine
  input: ReceiptInput
  /** The receipt's content, with the actor that verifies it. */
  children: (receipt: Receipt, actor: ReceiptActor) => ReactNode
}

/** The receipt of an order, including loading. */
export function ReceiptView<Receipt>({ machine, input, children }: ReceiptViewProps<Receipt>) {
  const { t } = useLabels()
  const actor = useActorOf(machine, input)
  const { receipt, failed, refused } = useShown(actor, (now) => ({
    receipt: now.context.receipt as Receipt | null,
    failed: now.matches('failed'),
    refused: now.context.refusal?.key,
  }))
  if (receipt) return <div className={css.page}>{children(receipt, actor)}</div>
  if (refused === 'dataNotFound' || refused === 'parameterError') return <NoOrder />
  if (!failed) return <Skeleton shapes={['hero', 'line', 'card', 'card']} />
  return (
    <LoadFailure
      title={t('receipt.failed')}
      text={refused ? messageText(refused) : t('page.failedHint')}
      onRetry={() => actor.send({ type: 'receipt.retry' })}
    />
  )
}
