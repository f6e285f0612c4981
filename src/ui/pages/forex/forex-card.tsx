import { type ReactNode, useCallback, useState } from 'react'
import type { ForexOrder } from '../../../api/forex.ts'
import { forexMachine } from '../../../machines/orders/forex.ts'
import { can, hasEnded } from '../../../machines/orders/life.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import type { Role } from '../../../rules/money/shown-amounts.ts'
import { formatTime } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/list.tsx'
import { Price } from '../../parts/price.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useServices } from '../../services.ts'
import { Money, PriceText } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import css from '../orders/order-card.module.css'
import { CloseSheet } from './close-sheet.tsx'
import { ForexNet } from './ended-forex.tsx'
import { Expected } from './expected.tsx'
import { ForexReceipt } from './receipt.tsx'
import { Side } from './side.tsx'
import { useForexWords } from './words.ts'

/** The open positions, one card each. */
export const OpenForex = ({ orders }: { orders: readonly ForexOrder[] }) => (
  <ul className={css.cards}>
    {orders.map((order) => (
      <li key={order.id}>
        <ForexCard order={order} />
      </li>
    ))}
  </ul>
)

/** A position: its unrealised P&L, estimated proceeds, and rollover so far. */
export function ForexCard({ order, onReceipt }: { order: ForexOrder; onReceipt?: () => void }) {
  const { t } = useWords()
  const words = useForexWords()
  const { symbol, direction, leverage, state, currency } = order
  const ended = hasEnded(forexMachine, state)
  return (
    <Card>
      <div className={css.head}>
        <div>
          <h3 className={css.pair}>{pairOf(symbol)}</h3>
          <p className={css.under}>
            <Side direction={direction} leverage={leverage} />
            <span className="nowrap">{words.lots(order.lots)}</span>
          </p>
        </div>
        <div className={css.result}>
          {order.dealPrice !== null && (
            <p className={css.net}>
              {ended ? (
                <>
                  <ForexNet order={order} /> {currency}
                </>
              ) : (
                <LiveProfit orders={[{ kind: 'forex', ...order }]} />
              )}
            </p>
          )}
          <p className={css.word} role="status">
            {words.standing(order)}
          </p>
        </div>
      </div>
      <Figures order={order} ended={ended} />
      {ended
        ? onReceipt && (
            <div className={css.after}>
              <Button kind="plain" aria-haspopup="dialog" onClick={onReceipt}>
                {t('receipt.title')}
              </Button>
            </div>
          )
        : order.openTick && <Acts order={order} />}
    </Card>
  )
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

function Figures({ order, ended }: { order: ForexOrder; ended: boolean }) {
  const { quotes } = useServices()
  const { t } = useWords()
  const { symbol, dealPrice, currency, takeProfit, stopLoss, stopOut, swap, nights, closingAt, limited } = order
  const price = (text: string | null) => <PriceText symbol={symbol} price={text} />
  const money = (as: Role, amount: string, sign = false) => (
    <Money as={as} amount={amount} currency={currency} sign={sign} />
  )
  return (
    <dl className={css.figures}>
      {dealPrice === null ? (
        <Figure term={t(ended ? 'lever.returned' : 'lever.reserve')}>
          {money(ended ? 'exact' : 'pay', order.reserve)}
        </Figure>
      ) : (
        <Figure term={t('orders.entry')}>{price(dealPrice)}</Figure>
      )}
      {ended ? (
        dealPrice !== null && (
          <>
            <Figure term={t('forex.closePrice')}>{price(order.closePrice)}</Figure>
            <Figure term={t('lever.returned')}>{money('exact', order.returned)}</Figure>
          </>
        )
      ) : (
        <Figure term={t('orders.now')}>
          <Price quote$={quotes.quote$(symbol)} scale={instrumentOf(symbol).scale} />
        </Figure>
      )}
      {!ended && dealPrice !== null && (
        <>
          <Figure term={t('forex.expectedAbout')}>
            <Expected order={order} />
          </Figure>
          <Figure term={t('lever.margin')}>{money('pay', order.margin)}</Figure>
          <Figure term={t('forex.stopOut')}>{stopOut === null ? t('lever.none') : price(stopOut)}</Figure>
          {stopLoss !== null && <Figure term={t('lever.stopLoss')}>{price(stopLoss)}</Figure>}
          {takeProfit !== null && <Figure term={t('lever.takeProfit')}>{price(takeProfit)}</Figure>}
          {isAbove(limited, '0') && <Figure term={t('lever.limited')}>{money('result', `-${limited}`, true)}</Figure>}
          {closingAt !== null && (
            <Figure term={t('forex.closesFrom')}>{formatTime(Math.floor(closingAt / 1000))}</Figure>
          )}
        </>
      )}
      {nights > 0 && <Figure term={t('forex.nights', { count: nights })}>{money('exact', swap, true)}</Figure>}
    </dl>
  )
}

/** Closing it, if its machine allows it, and its receipt. */
function Acts({ order }: { order: ForexOrder }) {
  const { t } = useWords()
  const [asked, setAsked] = useState(0)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const [receiptOpen, setReceiptOpen] = useState(false)
  return (
    <>
      {can(forexMachine, order.state, { type: 'order.close' }) && (
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
            {t('lever.button.close')}
          </Button>
        </div>
      )}
      <div className={css.after}>
        <Button kind="plain" aria-haspopup="dialog" onClick={() => setReceiptOpen(true)}>
          {t('receipt.title')}
        </Button>
        <Sheet open={receiptOpen} onClose={() => setReceiptOpen(false)} title={t('receipt.title')}>
          <ForexReceipt id={order.id} />
        </Sheet>
      </div>
      {asked > 0 && <CloseSheet key={asked} order={order} open={open} onClose={close} />}
    </>
  )
}
