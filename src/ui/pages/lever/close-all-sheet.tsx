import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import type { LeverOrder } from '../../../api/lever.ts'
import { FormFailure } from '../../form-failure.tsx'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { usePart } from '../../part.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/list.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { CONTRACTS } from '../../places.ts'
import { newRequestId } from '../../request-id.ts'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { LiveProfit } from '../orders/live-profit.tsx'
import css from '../orders/order-form.module.css'
import { Uncertain } from '../orders/uncertain.tsx'
import { lever } from './part.ts'
import { Side } from './side.tsx'

type CloseAllSheetProps = { orders: readonly LeverOrder[]; open: boolean; onClose: () => void }

/** The sheet that closes every position. `orders`: those that stand. A new one is a new sheet: give it a key. */
export function CloseAllSheet({ orders, open, onClose }: CloseAllSheetProps) {
  const { inspection } = useServices()
  const machines = usePart(lever)
  const { t } = useWords()
  const actor = useActorRef(machines.closeAll, { input: { about: {}, newRequestId }, ...inspection })
  const { active, pending, uncertain, failure } = useShown(actor, (now) => ({
    active: now.status === 'active',
    pending: now.hasTag('pending'),
    uncertain: now.hasTag('uncertain'),
    failure: now.context.failure,
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  const nets = orders.map((order) => ({ kind: 'lever' as const, ...order }))
  return (
    <Sheet
      open={open && active}
      locked={active && pending}
      onClose={() => actor.send({ type: 'ask.close' })}
      title={t('lever.closeAll.title')}
    >
      {uncertain ? (
        <Uncertain sending={actor} orders={CONTRACTS} onCheck={() => actor.send({ type: 'ask.checkNow' })} />
      ) : (
        <>
          <Facts
            facts={[
              ...nets.map((order) => ({
                id: order.id,
                term: (
                  <>
                    {pairOf(order.symbol)} <Side direction={order.direction} leverage={order.leverage} />
                  </>
                ),
                value: <LiveProfit orders={[order]} />,
              })),
              { id: 'sum', term: t('lever.ifClosed'), value: <LiveProfit orders={nets} /> },
            ]}
          />
          <p className={css.past}>{t('lever.closeNote')}</p>
          <FormFailure failure={failure} />
          <Button busy={pending} onClick={() => actor.send({ type: 'ask.confirm' })}>
            {t('lever.closeAll.confirm', { count: orders.length })}
          </Button>
        </>
      )}
    </Sheet>
  )
}
