import { type ReactNode, useCallback, useState } from 'react'
import type { LeverOrder } from '../../../api/lever.ts'
import { leverMachine } from '../../../machines/orders/lever.ts'
import { hasEnded } from '../../../machines/orders/life.ts'
import { canAct, type LeverActName } from '../../../machines/trade/leverAct.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatPlain, formatTime } from '../../format.ts'
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
import { ActSheet } from './act-sheet.tsx'
import { ContractNet } from './ended-contract.tsx'
import { PositionLine } from './position-line.tsx'
import { LeverReceipt } from './receipt.tsx'
import { Side } from './side.tsx'
import { useLeverWords } from './words.ts'

type ContractCardProps = { order: LeverOrder; onReceipt?: () => void }

/** A contract: its unrealised P&L, and the distance to each price that ends it. */
export function ContractCard({ order, onReceipt }: ContractCardProps) {
  const { t, lang } = useWords()
  const words = useLeverWords()
  const { symbol, direction, leverage, state, currency } = order
  const { base } = instrumentOf(symbol)
  const ended = hasEnded(leverMachine, state)
  return (
    <Card>
      <div className={css.head}>
        <div>
          <h3 className={css.pair}>{pairOf(symbol)}</h3>
          <p className={css.under}>
            <Side direction={direction} leverage={leverage} />
            <span className="nowrap">
              {formatPlain(isAbove(order.quantity, '0') ? order.quantity : order.ordered, lang)} {base}
            </span>
          </p>
        </div>
        <div className={css.result}>
          {ended ? (
            <p className={css.net}>
              <ContractNet order={order} /> {currency}
            </p>
          ) : (
            order.dealPrice !== null && (
              <p className={css.net}>
                <LiveProfit orders={[{ kind: 'lever', ...order }]} />
              </p>
            )
          )}
          {state === 'open.standing' ? (
            <p className={css.word}>{t('lever.ifClosed')}</p>
          ) : (
            <p className={css.word} role="status">
              {words.standing(order)}
            </p>
          )}
        </div>
      </div>
      {order.dealPrice === null ? <Waiting order={order} /> : <Standing order={order} ended={ended} />}
      {!ended && <Acts order={order} />}
      {ended && onReceipt && (
        <div className={css.after}>
          <Button kind="plain" aria-haspopup="dialog" onClick={onReceipt}>
            {t('receipt.title')}
          </Button>
        </div>
      )}
    </Card>
  )
}

const acts: readonly LeverActName[] = ['stops', 'margin', 'close', 'cancel']

/** The acts that its machine allows; each in a sheet that shows the result first. */
function Acts({ order }: { order: LeverOrder }) {
  const { t } = useWords()
  const [asking, setAsking] = useState<{ act: LeverActName; count: number }>()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const [receiptOpen, setReceiptOpen] = useState(false)
  const possible = acts.filter((act) => canAct(act, order))
  return (
    <>
      {possible.length > 0 && (
        <div className={css.acts}>
          {possible.map((act) => (
            <Button
              key={act}
              kind="quiet"
              small
              aria-haspopup="dialog"
              onClick={() => {
                setAsking((before) => ({ act, count: (before?.count ?? 0) + 1 }))
                setOpen(true)
              }}
            >
              {t(`lever.button.${act}`)}
            </Button>
          ))}
        </div>
      )}
      {order.openTick && (
        <div className={css.after}>
          <Button kind="plain" aria-haspopup="dialog" onClick={() => setReceiptOpen(true)}>
            {t('receipt.title')}
          </Button>
          <Sheet open={receiptOpen} onClose={() => setReceiptOpen(false)} title={t('receipt.title')}>
            <LeverReceipt id={order.id} />
          </Sheet>
        </div>
      )}
      {asking && <ActSheet key={asking.count} act={asking.act} order={order} open={open} onClose={close} />}
    </>
  )
}

const Figure = ({ term, dot, children }: { term: string; dot?: string; children: ReactNode }) => (
  <div>
    <dt data-dot={dot}>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** A contract that has not opened: its limit price, and the reserved amount. */
function Waiting({ order: { symbol, price, reserve, currency } }: { order: LeverOrder }) {
  const { quotes } = useServices()
  const { t } = useWords()
  return (
    <dl className={css.figures}>
      {price !== null && (
        <Figure term={t('lever.limitPrice')}>
          <PriceText symbol={symbol} price={price} />
        </Figure>
      )}
      <Figure term={t('orders.now')}>
        <Price quote$={quotes.quote$(symbol)} scale={instrumentOf(symbol).scale} />
      </Figure>
      <Figure term={t('lever.reserve')}>
        <Money as="pay" amount={reserve} currency={currency} />
      </Figure>
    </dl>
  )
}

/** A contract that has opened, until it has ended. */
function Standing({ order, ended }: { order: LeverOrder; ended: boolean }) {
  const { quotes } = useServices()
  const { t } = useWords()
  const { symbol, dealPrice, margin, adding, currency, liquidationPrice, deliveryAt } = order
  const { funding, fundingTerms, nextFundingAt, limited } = order
  const { takeProfit, stopLoss } = order.next ?? order
  const liquidationFee = order.fills.at(-1)?.liquidationFee ?? '0'
  const price = (text: string | null) => <PriceText symbol={symbol} price={text} />
  return (
    <>
      {!ended && <PositionLine order={order} />}
      <dl className={css.figures}>
        <Figure term={t('orders.entry')} dot="entry">
          {price(dealPrice)}
        </Figure>
        {ended ? (
          <>
            <Figure term={t('receipt.closing')}>{price(order.fills.at(-1)?.tick.price ?? null)}</Figure>
            {isAbove(liquidationFee, '0') && (
              <Figure term={t('lever.liquidationFee')}>
                <Money as="exact" amount={liquidationFee} currency={currency} />
              </Figure>
            )}
          </>
        ) : (
          <>
            <Figure term={t('orders.now')} dot="now">
              <Price quote$={quotes.quote$(symbol)} scale={instrumentOf(symbol).scale} />
            </Figure>
            <Figure term={t('lever.liquidation')} dot="liquidation">
              {liquidationPrice === null ? t('lever.none') : price(liquidationPrice)}
            </Figure>
            <Figure term={t('lever.margin')}>
              <Money as="pay" amount={margin} currency={currency} />
              {isAbove(adding, '0') && (
                <>
                  {' '}
                  + <Money as="pay" amount={adding} currency={currency} />
                </>
              )}
            </Figure>
            {stopLoss !== null && (
              <Figure term={t('lever.stopLoss')} dot="stop">
                {price(stopLoss)}
              </Figure>
            )}
            {takeProfit !== null && (
              <Figure term={t('lever.takeProfit')} dot="profit">
                {price(takeProfit)}
              </Figure>
            )}
            {isAbove(limited, '0') && (
              <Figure term={t('lever.limited')}>
                <Money as="result" amount={`-${limited}`} currency={currency} sign />
              </Figure>
            )}
            {fundingTerms && (
              <Figure term={t('lever.funding')}>
                <Money as="result" amount={funding} currency={currency} sign />
              </Figure>
            )}
            {nextFundingAt !== null && (
              <Figure term={t('lever.fundingNext')}>{formatTime(Math.floor(nextFundingAt / 1000))}</Figure>
            )}
            {deliveryAt !== null && (
              <Figure term={t('lever.delivery')}>{formatTime(Math.floor(deliveryAt / 1000))}</Figure>
            )}
          </>
        )}
      </dl>
    </>
  )
}
