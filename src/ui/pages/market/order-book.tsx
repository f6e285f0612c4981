import { useMemo } from 'react'
import { map } from 'rxjs'
import { BOOK_LEVELS, type BookSide, levelsOf } from '../../../rules/book.ts'
import type { RecordedTick } from '../../../rules/chain.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import { formatMoney, parseMoney } from '../../../rules/money.ts'
import { pairOf } from '../../../rules/pairs.ts'
import type { RecordedTicks } from '../../../streams/recordedTicks.ts'
import { useBind } from '../../bind.ts'
import { formatPrice, formatTime } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { usePart } from '../../part.ts'
import css from './order-book.module.css'
import { market } from './part.ts'

const rows = Array.from({ length: BOOK_LEVELS }, (_, level) => level)
const TAPE = 10

/** The book of the newest recorded tick, which this device makes from that tick, and the ticks before it. Written past React. */
export function OrderBook({ symbol }: { symbol: string }) {
  const { recorded } = usePart(market)
  const { t } = useWords()
  const ticks$ = useMemo(() => recorded.ticks$(symbol), [recorded, symbol])
  return (
    <section className={css.section} aria-label={t('book.title')}>
      <h2 className={css.title}>{t('book.title')}</h2>
      <div className={css.sides}>
        <Side symbol={symbol} side="bid" ticks$={ticks$} />
        <Side symbol={symbol} side="ask" ticks$={ticks$} />
      </div>
      <p className="fine">{t('book.simulated')}</p>
      <h2 className={css.title}>{t('book.tape')}</h2>
      <Tape symbol={symbol} ticks$={ticks$} />
    </section>
  )
}

type Ticks$ = ReturnType<RecordedTicks['ticks$']>

type SideProps = { symbol: string; side: BookSide; ticks$: Ticks$ }

function Side({ symbol, side, ticks$ }: SideProps) {
  const { t, lang } = useWords()
  const { base, scale, quantityScale } = instrumentOf(symbol)
  const decimals = pairOf(symbol).unit.split('.')[1]?.length ?? 0
  const levels$ = useMemo(
    () => ticks$.pipe(map((ticks) => levelsBy(symbol, side, ticks.at(-1)))),
    [ticks$, symbol, side],
  )
  const ref = useBind<ReturnType<typeof levelsBy>, HTMLTableSectionElement>(levels$, (body, levels) => {
    const most = levels.reduce((max, { quantity }) => (quantity > max ? quantity : max), 1n)
    rows.forEach((level) => {
      const [row, known] = [body.rows[level], levels[level]]
      const [price, quantity] = row?.cells ?? []
      if (!row || !price || !quantity) return
      price.textContent = known ? formatPrice(formatMoney(known.price, scale), scale, lang) : ''
      quantity.textContent = known ? formatPrice(formatMoney(known.quantity, quantityScale), decimals, lang) : ''
      row.style.setProperty('--share', known ? String(Number((known.quantity * 100n) / most) / 100) : '0')
    })
  })
  return (
    <table className={css.side} data-side={side}>
      <caption className={css.caption}>{t(`book.${side}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('book.price')}</th>
          <th scope="col">{base}</th>
        </tr>
      </thead>
      <tbody ref={ref}>
        {rows.map((level) => (
          <tr key={level}>
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function levelsBy(symbol: string, side: BookSide, tick: RecordedTick | undefined) {
  const price = tick && parseMoney(tick.price, instrumentOf(symbol).scale)
  return tick && price ? levelsOf(symbol, side, { price, hash: tick.hash }) : []
}

/** The newest recorded ticks, the last one first. */
function Tape({ symbol, ticks$ }: { symbol: string; ticks$: Ticks$ }) {
  const { t, lang } = useWords()
  const { scale } = instrumentOf(symbol)
  const ref = useBind<readonly RecordedTick[], HTMLTableSectionElement>(ticks$, (body, ticks) => {
    const newest = ticks.toReversed()
    Array.from(body.rows).forEach((row, index) => {
      const [time, price] = row.cells
      const [tick, before] = [newest[index], newest[index + 1]]
      if (!time || !price) return
      time.textContent = tick ? formatTime(Math.floor(tick.time / 1000)).slice(-'00:00:00'.length) : ''
      price.textContent = tick ? formatPrice(tick.price, scale, lang) : ''
      price.className = tick && before ? wayOf(tick.price, before.price) : ''
    })
  })
  return (
    <table className={css.tape}>
      <caption className="visually-hidden">{t('book.tape')}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('book.time')}</th>
          <th scope="col">{t('book.price')}</th>
        </tr>
      </thead>
      <tbody ref={ref}>
        {rows.slice(0, TAPE).map((row) => (
          <tr key={row}>
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const wayOf = (price: string, before: string) =>
  Number(price) > Number(before) ? 'rise' : Number(price) < Number(before) ? 'fall' : ''
