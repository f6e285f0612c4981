import { of } from 'rxjs'
import type { LeverOrder } from '../../../src/api/trade/lever.ts'
import type { QuoteDelta, ServerFrame } from '../../../src/api/wire/frames.ts'
import { contractNetAt } from '../../../src/rules/lever/figures.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import type { LiveQuote } from '../../../src/streams/quoteBook.ts'
import { formatAmount, formatPrice } from '../../../src/ui/format/format.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { marksOf, shareOf } from '../../../src/ui/pages/lever/line.ts'
import profitCss from '../../../src/ui/pages/orders/live-profit.module.css'
import cardCss from '../../../src/ui/pages/orders/order-card.module.css'
import priceCss from '../../../src/ui/parts/lists/price.module.css'
import { orders, snapshot } from './contracts.ts'
import { renderPositions } from './positions.tsx'

const money = (net: bigint) => `${formatAmount(formatMoney(net, 6), 'result', 'USDT', 'en', { sign: true })} USDT`

/** The same cards, drawn once; each frame writes the changing figures of visible cards and the total from the newest message. */
export async function start(root: HTMLElement) {
  await startI18n()
  const { quotes } = snapshot(0, 0) as ServerFrame & { type: 'snapshot' }
  const still = new Map(quotes.map((quote): [string, LiveQuote] => [quote.symbol, { ...quote, fresh: true }]))
  renderPositions(root, {
    quote$: (symbol) => {
      const quote = still.get(symbol)
      if (!quote) throw new RangeError(symbol)
      return of(quote)
    },
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const find = (from: ParentNode, name: string | undefined) => from.querySelector(`.${name}`) as HTMLElement
  const sum = find(document, profitCss.profit)
  const cards = [...document.querySelectorAll('li')].map((element, at) => {
    const order = orders[at] as LeverOrder
    return {
      ...{ element, order, marks: marksOf(order), isSeen: false },
      ...{ profit: find(element, profitCss.profit), price: find(element, priceCss.price) },
      line: find(element, cardCss.position),
    }
  })
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      for (const card of cards) if (card.element === target) card.isSeen = isIntersecting
  })
  for (const { element } of cards) seen.observe(element)

  let newest = new Map<string, string>()
  let request = 0
  const flush = () => {
    request = 0
    let total = 0n
    for (const { order, isSeen, profit, price, line, marks } of cards) {
      const now = newest.get(order.symbol)
      const net = now === undefined ? undefined : contractNetAt(order, now)
      if (now === undefined || net === undefined) continue
      total += net
      if (!isSeen) continue
      profit.textContent = money(net)
      profit.dataset.way = net < 0n ? 'fall' : 'rise'
      price.textContent = formatPrice(now, instrumentOf(order.symbol).scale, 'en')
      const share = marks && shareOf(marks.range, Number(now))
      if (!marks || share === undefined) continue
      line.style.setProperty('--now', String(share))
      line.style.setProperty('--from', String(Math.min(share, marks.entry)))
      line.style.setProperty('--to', String(Math.max(share, marks.entry)))
      line.dataset.way = share >= marks.entry ? 'up' : 'down'
    }
    sum.textContent = money(total)
  }
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws'))
  socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', channel: 'quotes' }))
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data) as ServerFrame
    if (frame.type !== 'quotes') return
    newest = new Map(frame.quotes.map(([symbol, , , price]: QuoteDelta) => [symbol, price]))
    if (request === 0) request = requestAnimationFrame(flush)
  }
}
