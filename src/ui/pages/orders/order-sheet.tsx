import { type ReactNode, useEffect } from 'react'
import type { AnyActorRef } from 'xstate'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { type OrderTexts, Uncertain } from './uncertain.tsx'

type SheetOfOrderProps = {
  /** The order's form. */
  actor: AnyActorRef
  open: boolean
  onClose: () => void
  title: ReactNode
  /** The available amount, below the title or beside it. */
  description?: ReactNode
  aside?: ReactNode
  /** The page with orders of this kind. */
  orders: string
  noun?: OrderTexts
  /** Above the sheet's content. */
  above?: ReactNode
  /** The form. */
  children: ReactNode
}

/** The sheet of an order: while its terms load, while it is edited, and while it waits for its answer. Give each new form a key. */
export function OrderSheet({
  actor,
  open,
  onClose,
  title,
  description,
  aside,
  orders,
  noun,
  above,
  children,
}: SheetOfOrderProps) {
  const { t } = useLabels()
  const { active, closable, view } = useShown(actor, (now) => ({
    active: now.status === 'active',
    closable: now.can({ type: 'form.close' }),
    view: now.matches('loading')
      ? 'loading'
      : now.matches('failed')
        ? 'failed'
        : now.hasTag('uncertain')
          ? 'uncertain'
          : 'form',
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  return (
    <Sheet
      open={open && active}
      locked={active && !closable}
      onClose={() => actor.send({ type: 'form.close' })}
      title={title}
      {...(view === 'form' && description ? { description } : {})}
      {...(view === 'form' && aside ? { aside } : {})}
    >
      {above}
      {view === 'loading' && <Skeleton bones={['button', 'line', 'button', 'card', 'button']} />}
      {view === 'failed' && (
        <LoadFailure
          title={t('microtrade.failed')}
          text={t('page.failedHint')}
          onRetry={() => actor.send({ type: 'form.retry' })}
        />
      )}
      {view === 'form' && children}
      {view === 'uncertain' && (
        <Uncertain sending={actor} orders={orders} noun={noun} onCheck={() => actor.send({ type: 'form.checkNow' })} />
      )}
    </Sheet>
  )
}
