import { useSelector } from '@xstate/react'
import type { MicrotradeOrder } from '../../../api/microtrade.ts'
import { paysIfWon } from '../../../rules/microtrade-figures.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { CountdownRing } from '../../parts/countdown-ring.tsx'
import { Hero } from '../../parts/hero.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Facts } from '../../parts/list.tsx'
import { useServices } from '../../services.ts'
import { Money, Net, PriceText } from './figures.tsx'
import css from './microtrade-sheet.module.css'
import type { MicrotradeActor } from './microtrade-sheet.tsx'
import { receiptPlace } from './orders-place.ts'
import { LiveStanding } from './standing.tsx'

/** The order exists: from waiting for its entry to its end. */
export function MicrotradeProgress({ actor }: { actor: MicrotradeActor }) {
  const { t } = useWords()
  const order = useSelector(actor, (now) => now.context.order)
  const settled = useSelector(actor, (now) => now.hasTag('settled'))
  if (!order) return null
  return (
    <div className={css.progress}>
      {settled ? <Result order={order} /> : <Waiting order={order} />}
      <OrderFacts order={order} settled={settled} />
      <div className={css.actions}>
        {settled && <LinkButton to={receiptPlace(order)}>{t('microtrade.seeReceipt')}</LinkButton>}
        <Button kind="quiet" onClick={() => actor.send({ type: 'order.again' })}>
          {t('microtrade.another')}
        </Button>
      </div>
      {!settled && <p className="fine">{t('microtrade.goesOn')}</p>}
    </div>
  )
}

/** Waiting for the entry tick, then counting down. */
function Waiting({ order }: { order: MicrotradeOrder }) {
  const { serverNow, connection } = useServices()
  const { t } = useWords()
  const unheard = useSelector(connection, (now) => now.hasTag('interrupted'))
  const { openTime, closeTime } = order
  return (
    <div className={css.waiting}>
      {openTime !== null && closeTime !== null ? (
        <CountdownRing from={openTime} until={closeTime} serverNow={serverNow} large unheard={unheard} />
      ) : (
        <span className={css.entry}>
          <Icon name="clock" size={32} />
        </span>
      )}
      <p className={css.word} role="status">
        {unheard ? t('countdown.unheard') : t(`orders.result.${order.state}`)}
      </p>
    </div>
  )
}

const Result = ({ order }: { order: MicrotradeOrder }) => {
  const { t } = useWords()
  return (
    <div className={css.result} role="status">
      <Hero label={t(`orders.result.${order.state}`)} unit={order.currency}>
        <Net order={order} bare />
      </Hero>
    </div>
  )
}

function OrderFacts({ order, settled }: { order: MicrotradeOrder; settled: boolean }) {
  const { t } = useWords()
  const { symbol, currency, amount, buyPrice, finalPrice } = order
  const pays = paysIfWon(order)
  return (
    <Facts
      facts={[
        { id: 'stake', term: t('orders.stake'), value: <Money amount={amount} currency={currency} /> },
        { id: 'entry', term: t('orders.entry'), value: <PriceText symbol={symbol} price={buyPrice} /> },
        settled
          ? { id: 'final', term: t('orders.final'), value: <PriceText symbol={symbol} price={finalPrice} /> }
          : { id: 'now', term: t('orders.now'), value: <LiveStanding order={order} /> },
        ...(settled || !pays
          ? []
          : [{ id: 'pays', term: t('orders.pays'), value: <Money amount={pays.payout} currency={currency} /> }]),
      ]}
    />
  )
}
