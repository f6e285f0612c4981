import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { map } from 'rxjs'
import { BOOK_LEVELS, type BookSide, levelsOf } from '../../../rules/market/book.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { pairOf } from '../../../rules/market/pairs.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import type { RecordedTicks } from '../../../streams/recordedTicks.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind } from '../../parts/bind.ts'
import { cx } from '../../parts/cx.ts'
import css from './order-book.module.css'
import { market } from './part.ts'

const rows = Array.from({ length: BOOK_LEVELS }, (_, level) => level)

/** The order book of the newest recorded tick, derived on this device. Bypasses React. */
export function OrderBook({ symbol }: { symbol: string }) {
  const { connection } = useServices()
  const { recorded } = usePart(market)
  const { t } = useLabels()
  const ticks$ = useMemo(() => recorded.ticks$(symbol), [recorded, symbol])
  const interrupted = useSelector(connection, (now) => now.hasTag('interrupted'))
  return (
    <section className={cx(css.section, interrupted && 'stale')} aria-label={t('book.title')}>
      <div className={css.sides}>
        <Side symbol={symbol} side="bid" ticks$={ticks$} />
        <Side symbol={symbol} side="ask" ticks$={ticks$} />
      </div>
      <p className="fine">{t('book.simulated')}</p>
    </section>
  )
}

type Ticks$ = ReturnType<RecordedTicks['ticks$']>

type SideProps = { symbol: string; side: BookSide; ticks$: Ticks$ }

function Side({ symbol, side, ticks$ }: SideProps) {
  const { t, lang } = useLabels()
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
      const [first, second] = row?.cells ?? []
      if (!row || !first || !second) return
      const [price, quantity] = side === 'bid' ? [second, first] : [first, second]
      price.textContent = known ? formatPrice(formatMoney(known.price, scale), scale, lang) : ''
      quantity.textContent = known ? formatPrice(formatMoney(known.quantity, quantityScale), decimals, lang) : ''
      row.style.setProperty('--share', known ? String(Number((known.quantity * 100n) / most) / 100) : '0')
    })
  })
  return (
    <table className={css.side} data-side={side}>
      <caption className="visually-hidden">{t(`book.${side}`)}</caption>
      <thead>
        <tr>
          {side === 'ask' && <th scope="col">{t('book.ask')}</th>}
          <th scope="col">{t('book.quantity', { coin: base })}</th>
          {side === 'bid' && <th scope="col">{t('book.bid')}</th>}
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
