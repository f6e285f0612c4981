import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import type { SpotOrder } from '../../../api/spot.ts'
import { FormFailure } from '../../form-failure.tsx'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { usePart } from '../../part.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/list.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { ORDERS } from '../../places.ts'
import { newRequestId } from '../../request-id.ts'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { Money, PriceText } from '../microtrade/figures.tsx'
import css from '../orders/order-form.module.css'
import { Uncertain } from '../orders/uncertain.tsx'
import { spot } from './part.ts'
import { useQuantity } from './quantity.ts'

type CancelSheetProps = { order: SpotOrder; open: boolean; onClose: () => void }

/** The sheet that takes an order back, or what is unfilled of it. A new one is a new sheet: give it a key. */
export function CancelSheet({ order, open, onClose }: CancelSheetProps) {
  const { inspection } = useServices()
  const machines = usePart(spot)
  const { t } = useWords()
  const quantity = useQuantity(order)
  const actor = useActorRef(machines.cancel, { input: { about: { id: order.id }, newRequestId }, ...inspection })
  const { active, pending, uncertain, failure } = useShown(actor, (now) => ({
    active: now.status === 'active',
    pending: now.hasTag('pending'),
    uncertain: now.hasTag('uncertain'),
    failure: now.context.failure,
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  return (
    <Sheet
      open={open && active}
      locked={active && pending}
      onClose={() => actor.send({ type: 'ask.close' })}
      title={t('lever.act.cancel')}
      description={`${pairOf(order.symbol)} · ${t(`spot.side.${order.side}`)}`}
    >
      {uncertain ? (
        <Uncertain sending={actor} orders={ORDERS} onCheck={() => actor.send({ type: 'ask.checkNow' })} />
      ) : (
        <>
          <Facts
            facts={[
              {
                id: 'limit',
                term: t('lever.limitPrice'),
                value: <PriceText symbol={order.symbol} price={order.price} />,
              },
              { id: 'left', term: t('spot.remaining'), value: quantity.left },
              { id: 'held', term: t('lever.reserve'), value: <Money amount={order.held} currency={order.currency} /> },
            ]}
          />
          <p className={css.past}>{t('spot.cancelNote')}</p>
          <FormFailure failure={failure} />
          <Button busy={pending} onClick={() => actor.send({ type: 'ask.confirm' })}>
            {t('lever.doCancel')}
          </Button>
        </>
      )}
    </Sheet>
  )
}
