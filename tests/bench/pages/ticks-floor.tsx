import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import type { Quote } from '../../../src/api/market/market.ts'
import type { QuoteDelta, ServerFrame } from '../../../src/api/wire/frames.ts'
import { changePercent, directionOf, formatPercent, formatPrice } from '../../../src/ui/format/format.ts'
import rowCss from '../../../src/ui/pages/market/quote-row.module.css'
import { cx } from '../../../src/ui/parts/cx.ts'
import { List, Row } from '../../../src/ui/parts/lists/list.tsx'
import priceCss from '../../../src/ui/parts/lists/price.module.css'
import { Spark } from '../../../src/ui/parts/lists/price.tsx'
import lineCss from '../../../src/ui/parts/lists/quote-line.module.css'
import { CoinMark } from '../../../src/ui/parts/marks/coin-mark.tsx'
import { useHashPath } from '../../../src/ui/router/router.ts'
import { instruments, snapshot } from './market.ts'

/** The same rows, drawn once; each frame writes the newest prices of visible rows. */
export async function start(root: HTMLElement) {
  const { quotes } = snapshot(0, 0) as ServerFrame & { type: 'snapshot' }
  createRoot(root).render(
    <Router hook={useHashPath}>
      <List label="Markets">
        {quotes.map((quote, at) => (
          <StillRow key={quote.symbol} quote={quote} at={at} />
        ))}
      </List>
    </Router>,
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
  const rows = new Map(
    [...document.querySelectorAll('li')].map((element, at) => {
      const quote = quotes[at] as Quote
      const price = element.querySelector(`.${priceCss.price}`) as HTMLElement
      const change = element.querySelector(`.${priceCss.change}`) as HTMLElement
      const row = {
        quote,
        price,
        change,
        figure: change.lastElementChild as Element,
        isSeen: false,
        shown: quote.price,
      }
      return [quote.symbol, { ...row, element }]
    }),
  )
  type Live = NonNullable<ReturnType<typeof rows.get>>
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      for (const row of rows.values()) if (row.element === target) row.isSeen = isIntersecting
  })
  for (const { element } of rows.values()) seen.observe(element)

  const write = (row: Live, price: string) => {
    row.price.textContent = formatPrice(price, 2, 'en')
    const percent = changePercent(row.quote.open24h, price)
    row.figure.textContent = formatPercent(percent, 'en', { sign: true })
    row.change.dataset.direction = directionOf(percent)
    row.shown = price
  }
  let newest: readonly QuoteDelta[] = []
  let request = 0
  const flush = () => {
    request = 0
    for (const [symbol, , , price] of newest) {
      const row = rows.get(symbol)
      if (row?.isSeen && row.shown !== price) write(row, price)
    }
  }
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws'))
  socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', channel: 'quotes' }))
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data) as ServerFrame
    if (frame.type !== 'quotes') return
    newest = frame.quotes
    if (request === 0) request = requestAnimationFrame(flush)
  }
}

function StillRow({ quote, at }: { quote: Quote; at: number }) {
  const instrument = instruments[at]
  return (
    <li className={rowCss.quote}>
      <Row
        fixed
        leading={<CoinMark code={instrument?.base ?? ''} />}
        title={instrument?.base}
        subtitle={instrument?.name}
        middle={
          <span className={lineCss.middle}>
            <Spark values={quote.spark} />
          </span>
        }
        value={<span className={priceCss.price}>{quote.price}</span>}
        note={
          <span className={cx(priceCss.change, lineCss.change)} data-direction="flat">
            <span />
          </span>
        }
        to="/"
      />
    </li>
  )
}
