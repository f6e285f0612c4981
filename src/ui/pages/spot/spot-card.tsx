import { type ReactNode, useCallback, useState } from 'react'
import type { SpotOrder } from '../../../api/spot.ts'
import { hasEnded } from '../../../machines/orders/life.ts'
import { spotMachine } from '../../../machines/orders/spot.ts'
import { canCancelSpot } from '../../../machines/trade/spotForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/list.tsx'
import { Price } from '../../parts/price.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useServices } from '../../services.ts'
import { Money, PriceText } from '../orders/figures.tsx'
import css from '../orders/order-card.module.css'
import { ByStrategy } from './by-strategy.tsx'
import { CancelSheet } from './cancel-sheet.tsx'
import { useQuantity } from './quantity.ts'
import { SpotReceipt } from './receipt.tsx'
import { Side } from './side.tsx'
import own from './spot.module.css'

/** A spot order: filled and remaining quantity, and prices. */
export const SpotCard = ({ order }: { order: SpotOrder }) => (
  <Card>
    <Spot order={order} />
    <ByStrategy order={order} />
    <Acts order={order} />
  </Card>
)

/** One of several orders in their strategy's card. */
export const SpotOfStrategy = ({ order }: { order: SpotOrder }) => (
  <>
    <Spot order={order} />
    <Acts order={order} />
  </>
)

function Spot({ order }: { order: SpotOrder }) {
  const { quotes } = useServices()
  const { t } = useWords()
  const { symbol, side, state, price, averagePrice, currency, cause } = order
  const quantity = useQuantity(order)
  const ended = hasEnded(spotMachine, state)
  return (
    <>
      <div className={css.head}>
        <div>
          <h3 className={css.pair}>{pairOf(symbol)}</h3>
          <p className={css.under}>
            <Side side={side} />
            <span className="nowrap">{quantity.whole}</span>
          </p>
        </div>
        <div className={css.result}>
          <p className={css.word} role="status">
            {t(`orders.result.${state}`)}
          </p>
          {cause && <p className={css.word}>{t(`spot.cause.${cause}`)}</p>}
        </div>
      </div>
      <div className={own.bar} aria-hidden="true">
        <span style={{ inlineSize: `${quantity.share * 100}%` }} />
      </div>
      <dl className={css.figures}>
        <Figure term={t('spot.filled')}>{quantity.filled}</Figure>
        <Figure term={t(ended ? 'spot.unfilled' : 'spot.remaining')}>{quantity.left}</Figure>
        {averagePrice !== null && (
          <Figure term={t('spot.average')}>
            <PriceText symbol={symbol} price={averagePrice} />
          </Figure>
        )}
        {price !== null && (
          <Figure term={t('lever.limitPrice')}>
            <PriceText symbol={symbol} price={price} />
          </Figure>
        )}
        {averagePrice !== null && (
          <Figure term={t(`spot.traded.${side}`)}>
            <Money as="exact" amount={order.worth} currency={QUOTE} />
          </Figure>
        )}
        {averagePrice !== null && (
          <Figure term={t('spot.fee')}>
            <Money as="exact" amount={order.fee} currency={QUOTE} />
          </Figure>
        )}
        {!ended && (
          <>
            <Figure term={t('orders.now')}>
              <Price quote$={quotes.quote$(symbol)} scale={instrumentOf(symbol).scale} />
            </Figure>
            <Figure term={t('lever.reserve')}>
              <Money as="exact" amount={order.held} currency={currency} />
            </Figure>
          </>
        )}
      </dl>
    </>
  )
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** Cancelling it, if its machine allows it, and its fills. */
function Acts({ order }: { order: SpotOrder }) {
  const { t } = useWords()
  const [asked, setAsked] = useState(0)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const [receiptOpen, setReceiptOpen] = useState(false)
  return (
    <>
      {canCancelSpot(order) && (
        <div className={css.acts}>
          <Button
            kind="quiet"
            small
            aria-haspopup="dialog"
            onClick={() => {
              setAsked(asked + 1)
              setOpen(true)
            }}
          >
            {t('lever.button.cancel')}
          </Button>
        </div>
      )}
      {order.fills.length > 0 && (
        <div className={css.after}>
          <Button kind="plain" aria-haspopup="dialog" onClick={() => setReceiptOpen(true)}>
            {t('receipt.title')}
          </Button>
          <Sheet open={receiptOpen} onClose={() => setReceiptOpen(false)} title={t('receipt.title')}>
            <SpotReceipt id={order.id} />
          </Sheet>
        </div>
      )}
      {asked > 0 && <CancelSheet key={asked} order={order} open={open} onClose={close} />}
    </>
  )
}
