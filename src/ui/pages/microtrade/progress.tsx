import { useSelector } from '@xstate/react'
import type { MicrotradeOrder } from '../../../api/trade/microtrade.ts'
import { hasEnded } from '../../../machines/orders/life.ts'
import { microtradeMachine } from '../../../machines/orders/microtrade.ts'
import { useServices } from '../../app/services.ts'
import { directionOf } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { CountdownRing } from '../../parts/marks/countdown-ring.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { colours, Money } from '../orders/figures.tsx'
import css from './orders.module.css'
import { netResult } from './profit.ts'

type OptionProps = { order: MicrotradeOrder }

/** An option's progress: waiting for entry, counting down, or ended. */
export function Progress({ order }: OptionProps) {
  const { serverNow, connection } = useServices()
  const unheard = useSelector(connection, (now) => now.hasTag('interrupted'))
  const { t } = useLabels()
  const { state, openTime, closeTime } = order
  if (state === 'accepted') {
    return (
      <span className={css.waiting}>
        <Icon name="clock" />
      </span>
    )
  }
  if (state === 'open' && openTime !== null && closeTime !== null) {
    return <CountdownRing from={openTime} until={closeTime} serverNow={serverNow} unheard={unheard} />
  }
  return (
    <div className={css.outcome} role="status">
      <p className={css.net}>
        <ColouredNet order={order} />
      </p>
      <p className={css.word}>{t(`orders.result.${state}`)}</p>
    </div>
  )
}

/** The same on a card, which reads out the state of an open option too. */
export function CardProgress({ order }: OptionProps) {
  const { t } = useLabels()
  return (
    <>
      <Progress order={order} />
      {!hasEnded(microtradeMachine, order.state) && (
        <p className="visually-hidden" role="status">
          {t(`orders.result.${order.state}`)}
        </p>
      )}
    </>
  )
}

/** The profit or loss of an ended option: its currency has the colour too. */
export function ColouredNet({ order }: OptionProps) {
  const net = netResult(order) ?? '0'
  return (
    <span className={colours[directionOf(net)]}>
      <Money amount={net} as="exact" currency={order.currency} sign />
    </span>
  )
}
