import { useActorRef, useSelector } from '@xstate/react'
import type { ReceiptInput } from '../../../machines/trade/receipt.ts'
import { messageText, useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { usePart } from '../../part.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { useServices } from '../../services.ts'
import { microtrade } from './part.ts'
import css from './receipt.module.css'
import { ReceiptCheck } from './receipt-check.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'

export type ReceiptSheetProps = ReceiptInput & { open: boolean; onClose: () => void }

/** Why an option ended as it did, and the means to check it. */
export function ReceiptSheet({ open, onClose, ...input }: ReceiptSheetProps) {
  const { t } = useWords()
  return (
    <Sheet open={open} onClose={onClose} title={t('receipt.title')}>
      <Receipt {...input} />
    </Sheet>
  )
}

function Receipt(input: ReceiptInput) {
  const { inspection } = useServices()
  const machines = usePart(microtrade)
  const { t } = useWords()
  const actor = useActorRef(machines.receipt, { ...inspection, input })
  const receipt = useSelector(actor, (now) => now.context.receipt)
  const failed = useSelector(actor, (now) => now.matches('failed'))
  const refused = useSelector(actor, (now) => now.context.refusal?.key)
  if (!receipt) {
    if (!failed) return <Skeleton bones={['hero', 'line', 'card', 'card']} />
    return (
      <LoadFailure
        title={t('receipt.failed')}
        text={refused ? messageText(refused) : t('page.failedHint')}
        onRetry={() => actor.send({ type: 'receipt.retry' })}
      />
    )
  }
  return (
    <div className={css.page}>
      <ReceiptFacts order={receipt.order} check={<ReceiptCheck actor={actor} />} />
    </div>
  )
}
