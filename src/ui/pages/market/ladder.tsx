import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { map, type Observable } from 'rxjs'
import { BOOK_LEVELS, type BookSide, levelsOf } from '../../../rules/market/book.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { type Instrument, instrumentOf } from '../../../rules/market/instruments.ts'
import { pairOf } from '../../../rules/market/pairs.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, useText } from '../../parts/bind.ts'
import { cx } from '../../parts/cx.ts'
import { Price } from '../../parts/lists/price.tsx'
import css from './ladder.module.css'
import { market } from './part.ts'

const rows = Array.from({ length: BOOK_LEVELS }, (_, level) => level)

type Levels = ReturnType<typeof levelsOf>
type Book = Readonly<Record<BookSide, Levels>>

/** The order book as a ladder: asks above, bids below, and the price between them. As many levels as have room. */
export function Ladder({ instrument }: { instrument: Instrument }) {
  const { quotes, connection } = useServices()
  const { recorded } = usePart(market)
  const { t, lang } = useLabels()
  const { symbol, base, scale } = instrument
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  const book$ = useMemo(
    () => recorded.ticks$(symbol).pipe(map((ticks) => bookOf(symbol, ticks.at(-1)))),
    [recorded, symbol],
  )
  const spread = useText<Book>(book$, ({ bid, ask }) => {
    const [low, high] = [bid[0]?.price, ask[0]?.price]
    if (low === undefined || high === undefined) return ''
    return t('book.spread', { spread: formatPrice(formatMoney(high - low, scale), scale, lang) })
  })
  return (
    <div className={cx(css.ladder, interrupted && 'stale')}>
      <p className={css.names} aria-hidden="true">
        <span>{t('book.price')}</span>
        <span>{base}</span>
        <span>{t('book.sum')}</span>
      </p>
      <div className={css.asks} data-may-cut="">
        <Side symbol={symbol} side="ask" book$={book$} />
      </div>
      <p className={css.middle}>
        <Price quote$={quotes.quote$(symbol)} scale={scale} />
        <span ref={spread} className={css.spread} />
      </p>
      <div className={css.bids} data-may-cut="">
        <Side symbol={symbol} side="bid" book$={book$} />
      </div>
    </div>
  )
}

function Side({ symbol, side, book$ }: { symbol: string; side: BookSide; book$: Observable<Book> }) {
  const { t, lang } = useLabels()
  const { base, scale, quantityScale } = instrumentOf(symbol)
  const decimals = pairOf(symbol).unit.split('.')[1]?.length ?? 0
  const ref = useBind<Book, HTMLTableSectionElement>(book$, (body, book) => {
    const levels = book[side]
    const total = levels.reduce((sum, { quantity }) => sum + quantity, 0n) || 1n
    const amount = (quantity: bigint) => formatPrice(formatMoney(quantity, quantityScale), decimals, lang)
    let sum = 0n
    rows.forEach((level) => {
      const known = levels[level]
      const row = body.rows[side === 'ask' ? BOOK_LEVELS - 1 - level : level]
      const [price, quantity, sumCell] = row?.cells ?? []
      if (!row || !price || !quantity || !sumCell) return
      sum += known?.quantity ?? 0n
      price.textContent = known ? formatPrice(formatMoney(known.price, scale), scale, lang) : ''
      quantity.textContent = known ? amount(known.quantity) : ''
      sumCell.textContent = known ? amount(sum) : ''
      row.style.setProperty('--share', known ? String(Number((sum * 100n) / total) / 100) : '0')
    })
  })
  return (
    <table className={css.side} data-side={side}>
      <caption className="visually-hidden">{t(`book.${side}`)}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('book.price')}</th>
          <th scope="col">{base}</th>
          <th scope="col">{t('book.sum')}</th>
        </tr>
      </thead>
      <tbody ref={ref}>
        {rows.map((level) => (
          <tr key={level}>
            <td />
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function bookOf(symbol: string, tick: RecordedTick | undefined): Book {
  const price = tick && parseMoney(tick.price, instrumentOf(symbol).scale)
  if (!tick || !price) return { bid: [], ask: [] }
  const at = { price, hash: tick.hash }
  return { bid: levelsOf(symbol, 'bid', at), ask: levelsOf(symbol, 'ask', at) }
}
