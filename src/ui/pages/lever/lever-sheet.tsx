import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { leverFormMachine } from '../../../machines/trade/leverForm.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import type { LeverDirection } from '../../../rules/lever.ts'
import { formatAmount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { shortName } from '../../instrument-names.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { usePart } from '../../part.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { CONTRACTS } from '../../places.ts'
import { newRequestId } from '../../request-id.ts'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { Uncertain } from '../orders/uncertain.tsx'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { LeverForm } from './lever-form.tsx'
import { lever } from './part.ts'

export type LeverActor = ActorRefFrom<typeof leverFormMachine>

/** The sheet slides away with what it showed before. */
const viewOf = (now: SnapshotFrom<typeof leverFormMachine>) =>
  now.matches('loading') ? 'loading' : now.matches('failed') ? 'failed' : now.hasTag('uncertain') ? 'uncertain' : 'form'

/** The sheet that opens a contract. A new form is a new sheet: give it a key. */
export function LeverSheet({ symbol, way, open, onClose }: OrderSheetProps<LeverDirection>) {
  const { inspection, serverNow } = useServices()
  const machines = usePart(lever)
  const { t, lang } = useWords()
  const input = { symbol, direction: way, newRequestId, serverNow }
  const actor = useActorRef(machines.form, { input, ...inspection })
  const { deal, active, closable, view } = useShown(actor, (now) => ({
    deal: now.context.offer?.deal,
    active: now.status === 'active',
    closable: now.can({ type: 'lever.close' }),
    view: viewOf(now),
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  const available =
    deal && t('currency.available', { amount: formatAmount(deal.available, 2, lang), currency: deal.currency })
  return (
    <Sheet
      open={open && active}
      locked={active && !closable}
      onClose={() => actor.send({ type: 'lever.close' })}
      title={t('lever.title', { name: shortName(instrumentOf(symbol)) })}
      {...(view === 'form' && available ? { description: available } : {})}
    >
      {view === 'loading' && <Skeleton bones={['button', 'line', 'button', 'card', 'button']} />}
      {view === 'failed' && (
        <LoadFailure
          title={t('microtrade.failed')}
          text={t('page.failedHint')}
          onRetry={() => actor.send({ type: 'lever.retry' })}
        />
      )}
      {view === 'form' && <LeverForm actor={actor} />}
      {view === 'uncertain' && (
        <Uncertain sending={actor} orders={CONTRACTS} onCheck={() => actor.send({ type: 'lever.checkNow' })} />
      )}
    </Sheet>
  )
}
