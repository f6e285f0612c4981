import { instrumentOf } from '../../../rules/market/instruments.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { useServices } from '../../app/services.ts'
import { pairName } from '../../format/instrument-names.ts'
import { LiveChange, Price } from '../../parts/lists/price.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import css from './ticket-head.module.css'

/** The title of a ticket: its market; and its side with the leverage, in sight above a keyboard. */
export function TicketTitle({ symbol, way, side }: { symbol: string; way: Direction; side: string }) {
  const instrument = instrumentOf(symbol)
  // Large text needs a line for each.
  const [base, quote] = pairName(instrument).split('/')
  return (
    <span className={css.title}>
      <span className={css.mark} aria-hidden="true">
        <InstrumentMark instrument={instrument} />
      </span>
      <span>
        {base}
        {quote !== undefined && (
          <>
            /<wbr />
            {quote}
          </>
        )}
      </span>{' '}
      <span className={css.side} data-way={way}>
        {side}
      </span>
    </span>
  )
}

/** The price of a ticket's market, and its change; `alone`: larger, without it. */
export function TicketPrice({ symbol, alone = false }: { symbol: string; alone?: boolean }) {
  const { quotes } = useServices()
  const quote$ = quotes.quote$(symbol)
  return (
    <span className={css.now}>
      <Price className={alone ? css.alone : css.price} quote$={quote$} scale={instrumentOf(symbol).scale} />
      {!alone && <LiveChange className={css.change} quote$={quote$} />}
    </span>
  )
}
