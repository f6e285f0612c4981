import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { distinctUntilChanged, map, type Observable } from 'rxjs'
import type { Order } from '../../../api/trade/orders.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { pairOf } from '../../../rules/market/pairs.ts'
import { type FilledOrder, tapeRows } from '../../../streams/tape.ts'
import { TAPE_KEPT, type Tape as TapeState } from '../../../streams/tapes.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { formatPrice, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { peek, useBind, useLatest, useSeen, writeText } from '../../parts/bind.ts'
import { cx } from '../../parts/cx.ts'
import { Failure, Skeleton } from '../../parts/page/states.tsx'
import { orders } from '../orders/part.ts'
import { market } from './part.ts'
import css from './tape.module.css'

type Status = 'loading' | 'empty' | 'made' | 'recorded'
type Tape$ = Observable<TapeState>

const rows = Array.from({ length: TAPE_KEPT }, (_, row) => row)
const noOrders: readonly Order[] = []
const noFills: readonly FilledOrder[] = []

const statusOf = ({ isLoaded, trades }: TapeState): Status =>
  trades.length === 0 ? (isLoaded ? 'empty' : 'loading') : isLoaded ? 'recorded' : 'made'

/** The newest trades of a pair, with the user's own fills among them. */
export function Tape({ instrument }: { instrument: Instrument }) {
  const { session, connection } = useServices()
  const { tapes } = usePart(market)
  const { t } = useLabels()
  const { symbol } = instrument
  const tape$ = useMemo(() => tapes.tape$(symbol), [tapes, symbol])
  const [ref, status] = useSeen(
    useMemo(() => tape$.pipe(map(statusOf), distinctUntilChanged()), [tape$]),
    'loading',
  )
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  const List = signedIn ? OwnTrades : Trades
  return (
    <section ref={ref} className={cx(css.section, interrupted && 'stale')} aria-label={t('tape.title')}>
      {status === 'loading' && !interrupted && <Skeleton shapes={['line', 'line', 'line', 'line']} />}
      {status === 'loading' && interrupted && (
        <Failure
          title={t('tape.failed')}
          text={t('tape.failedHint')}
          onRetry={() => connection.send({ type: 'connection.retry' })}
        />
      )}
      {status === 'empty' && <p className="muted">{t('tape.empty')}</p>}
      {(status === 'made' || status === 'recorded') && <List instrument={instrument} tape$={tape$} />}
      {status !== 'loading' && <p className="fine">{t(status === 'made' ? 'tape.simulated' : 'tape.told')}</p>}
    </section>
  )
}

type TradesProps = { instrument: Instrument; tape$: Tape$ }

/** As `Trades`, for a signed-in user: with open and ended orders. */
function OwnTrades({ instrument, tape$ }: TradesProps) {
  const { orderList, open } = usePart(orders)
  const { symbol } = instrument
  const ended = useActorOf(orderList, { list: 1, kind: 'spot', symbol })
  const live = useLatest(open.running$, noOrders)
  const done = useSelector(ended, (now) => now.context.orders)
  const fills = useMemo(
    () => [...live, ...done].flatMap((order) => (order.kind === 'spot' && order.symbol === symbol ? [order] : [])),
    [live, done, symbol],
  )
  return <Trades instrument={instrument} tape$={tape$} fills={fills} />
}

/** Newest first. Bypasses React. */
function Trades({ instrument, tape$, fills = noFills }: TradesProps & { fills?: readonly FilledOrder[] }) {
  const { t, lang } = useLabels()
  const { symbol, base, scale, quantityScale } = instrument
  const unitScale = pairOf(symbol).unit.split('.')[1]?.length ?? 0
  const words = {
    buy: [t('spot.side.buy'), t('tape.bought')],
    sell: [t('spot.side.sell'), t('tape.sold')],
  } as const
  // As many rows as there are trades from the first render: what is below them stays where it is.
  const [known] = useState(() => peek(tape$)?.trades.length ?? 0)
  const ref = useBind<TapeState, HTMLTableSectionElement>(tape$, (body, { isLoaded, trades }) => {
    const shown = tapeRows(trades, fills, TAPE_KEPT)
    rows.forEach((at) => {
      const [row, trade] = [body.rows[at], shown[at]]
      const [time, side, price, quantity] = row?.cells ?? []
      if (!row || !time || !side || !price || !quantity) return
      row.hidden = !trade
      if (!trade) return
      row.className = trade.own ? (css.own ?? '') : ''
      writeText(time, formatTimeMs(trade.time).slice(-'00:00:00'.length))
      writeText(side, words[trade.side][trade.own ? 1 : 0])
      writeText(price, formatPrice(trade.price, scale, lang))
      price.className = trade.side === 'buy' ? 'rise' : 'fall'
      writeText(quantity, formatPrice(trade.quantity, isLoaded ? quantityScale : unitScale, lang))
    })
  })
  return (
    <table className={css.tape}>
      <caption className="visually-hidden">{t('tape.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('time.label')}</th>
          <th scope="col">{t('orders.side')}</th>
          <th scope="col">{t('price.label')}</th>
          <th scope="col">{base}</th>
        </tr>
      </thead>
      <tbody ref={ref}>
        {rows.map((row) => (
          <tr key={row} hidden={row >= known}>
            <td />
            <td />
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
