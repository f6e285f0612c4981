import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { MicrotradeOrder } from '../../../api/trade/microtrade.ts'
import { hasEnded } from '../../../machines/orders/life.ts'
import { microtradeMachine } from '../../../machines/orders/microtrade.ts'
import { paysIfWon } from '../../../rules/microtrade/figures.ts'
import { useServices } from '../../app/services.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { formatSeconds } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { CountdownRing } from '../../parts/marks/countdown-ring.tsx'
import { Icon } from '../../parts/marks/icons.tsx'
import { Money, PriceText } from '../orders/figures.tsx'
import { Net } from './net.tsx'
import css from './orders.module.css'
import { DirectionWord } from './side.tsx'
import { LiveStanding } from './standing.tsx'

export type OrderProps = {
  order: MicrotradeOrder
  onReceipt: () => void
}

/** An open option with its current result. One that ends while the page is open stays, with its result. */
export function OpenOrder({ order, onReceipt }: OrderProps) {
  const { t, lang } = useLabels()
  const { symbol, direction, currency, amount, seconds, buyPrice, state } = order
  const ended = hasEnded(microtradeMachine, state)
  const pays = paysIfWon(order)
  return (
    <Card>
      <div className={css.head}>
        <div>
          <h2 className={css.pair}>{pairOf(symbol)}</h2>
          <p className={css.under}>
            <DirectionWord direction={direction} />
            <Money as="exact" amount={amount} currency={currency} />
            <span>{formatSeconds(seconds, lang)}</span>
          </p>
        </div>
        <Progress order={order} />
      </div>
      <dl className={css.figures}>
        <Figure term={t('orders.entry')}>
          {buyPrice === null && !ended ? t('orders.waiting') : <PriceText symbol={symbol} price={buyPrice} />}
        </Figure>
        {ended ? (
          <Figure term={t('orders.final')}>
            <PriceText symbol={symbol} price={order.finalPrice} />
          </Figure>
        ) : (
          <Figure term={t('orders.now')}>
            <LiveStanding order={order} />
          </Figure>
        )}
        {!ended && pays && (
          <Figure term={t('orders.pays')}>
            <Money as="exact" amount={pays.payout} currency={currency} />
          </Figure>
        )}
      </dl>
      {ended && (
        <div className={css.after}>
          <Button kind="plain" aria-haspopup="dialog" onClick={onReceipt}>
            {t('receipt.title')}
          </Button>
        </div>
      )}
      {!ended && (
        <p className="visually-hidden" role="status">
          {t(`orders.result.${state}`)}
        </p>
      )}
    </Card>
  )
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** An option's progress: waiting for entry, counting down, or ended. */
export function Progress({ order }: { order: MicrotradeOrder }) {
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
        <Net order={order} />
      </p>
      <p className={css.word}>{t(`orders.result.${order.state}`)}</p>
    </div>
  )
}
