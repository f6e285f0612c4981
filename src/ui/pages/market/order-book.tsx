import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { map } from 'rxjs'
import type { BookSide } from '../../../rules/market/book.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { RecordedTicks } from '../../../streams/recordedTicks.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind } from '../../parts/bind.ts'
import { cx } from '../../parts/cx.ts'
import { levelNumbers, levelsAt, useLevelFormats, writeLevel } from './levels.ts'
import css from './order-book.module.css'
import { market } from './part.ts'

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
  const { t } = useLabels()
  const { base } = instrumentOf(symbol)
  const { priceText, quantityText } = useLevelFormats(symbol)
  const levels$ = useMemo(
    () => ticks$.pipe(map((ticks) => levelsAt(symbol, side, ticks.at(-1)))),
    [ticks$, symbol, side],
  )
  const ref = useBind<ReturnType<typeof levelsAt>, HTMLTableSectionElement>(levels$, (body, levels) => {
    const whole = levels.reduce((max, { quantity }) => (quantity > max ? quantity : max), 1n)
    for (const number of levelNumbers) {
      const level = levels[number]
      const texts = level ? [priceText(level.price), quantityText(level.quantity)] : ['', '']
      writeLevel(body.rows[number], side === 'bid' ? texts.reverse() : texts, { part: level?.quantity ?? 0n, whole })
    }
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
        {levelNumbers.map((number) => (
          <tr key={number}>
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
