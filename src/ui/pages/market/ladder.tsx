import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { map, type Observable, shareReplay } from 'rxjs'
import { BOOK_LEVELS, type BookSide } from '../../../rules/market/book.ts'
import { type Instrument, instrumentOf } from '../../../rules/market/instruments.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, useText } from '../../parts/bind.ts'
import { cx } from '../../parts/cx.ts'
import { Price } from '../../parts/lists/price.tsx'
import css from './ladder.module.css'
import { levelNumbers, levelsAt, useLevelFormats, writeLevel } from './levels.ts'
import { market } from './part.ts'

type Book = Readonly<Record<BookSide, ReturnType<typeof levelsAt>>>

/** The order book as a ladder: asks above, bids below, and the price between them. It shows as many levels as fit. */
export function Ladder({ instrument }: { instrument: Instrument }) {
  const { quotes, connection } = useServices()
  const { recorded } = usePart(market)
  const { t } = useLabels()
  const { symbol, base, scale } = instrument
  const { priceText } = useLevelFormats(symbol)
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  const book$ = useMemo(
    () =>
      recorded.ticks$(symbol).pipe(
        map((ticks): Book => {
          const tick = ticks.at(-1)
          return { bid: levelsAt(symbol, 'bid', tick), ask: levelsAt(symbol, 'ask', tick) }
        }),
        // Both sides and the spread listen.
        shareReplay({ bufferSize: 1, refCount: true }),
      ),
    [recorded, symbol],
  )
  const spread = useText<Book>(book$, ({ bid, ask }) => {
    const [low, high] = [bid[0]?.price, ask[0]?.price]
    if (low === undefined || high === undefined) return ''
    return t('book.spread', { spread: priceText(high - low) })
  })
  return (
    <div className={cx(css.ladder, interrupted && 'stale')}>
      <p className={css.names} aria-hidden="true">
        <span>{t('price.label')}</span>
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
  const { t } = useLabels()
  const { base } = instrumentOf(symbol)
  const { priceText, quantityText } = useLevelFormats(symbol)
  const ref = useBind<Book, HTMLTableSectionElement>(book$, (body, book) => {
    const levels = book[side]
    const whole = levels.reduce((sum, { quantity }) => sum + quantity, 0n) || 1n
    let sum = 0n
    for (const number of levelNumbers) {
      const level = levels[number]
      sum += level?.quantity ?? 0n
      writeLevel(
        body.rows[side === 'ask' ? BOOK_LEVELS - 1 - number : number],
        level ? [priceText(level.price), quantityText(level.quantity), quantityText(sum)] : ['', '', ''],
        { part: level ? sum : 0n, whole },
      )
    }
  })
  return (
    <table className={css.side} data-side={side}>
      <caption className="visually-hidden">{t(`book.${side}`)}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('price.label')}</th>
          <th scope="col">{base}</th>
          <th scope="col">{t('book.sum')}</th>
        </tr>
      </thead>
      <tbody ref={ref}>
        {levelNumbers.map((number) => (
          <tr key={number}>
            <td />
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
