import { of } from 'rxjs'
import type { LeverOrder } from '../../../src/api/trade/lever.ts'
import type { QuoteDelta, ServerFrame } from '../../../src/api/wire/frames.ts'
import { openContract } from '../../../src/rules/lever/figures.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { unrealisedAt } from '../../../src/rules/money/equity.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { roeAt } from '../../../src/streams/openProfit.ts'
import type { LiveQuote } from '../../../src/streams/quoteBook.ts'
import { changePercent, formatAmount, formatPercent, formatPrice } from '../../../src/ui/format/format.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { leverFacts } from '../../../src/ui/pages/lever/facts.tsx'
import { marksOf, shareOf } from '../../../src/ui/pages/lever/line.ts'
import profitCss from '../../../src/ui/pages/orders/live-profit.module.css'
import type { Labels } from '../../../src/ui/pages/orders/order-facts.ts'
import { writeText } from '../../../src/ui/parts/bind.ts'
import cardCss from '../../../src/ui/parts/lists/position-card.module.css'
import priceCss from '../../../src/ui/parts/lists/price.module.css'
import { orders, snapshot } from './contracts.ts'
import { renderPositions } from './positions.tsx'

const amount = (net: bigint) => formatAmount(formatMoney(net, 6), 'result', 'USDT', 'en', { sign: true })
const words = { lang: 'en' } as Labels

/**
 * The same cards, drawn once; each frame writes the changing figures of visible cards and the total from the newest message. A price is one
 * text here, and has two parts in the app.
 */
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
  const find = (from: ParentNode, name: string | undefined) => {
    const found = name === undefined ? null : from.querySelector<HTMLElement>(`.${name}`)
    if (!found) throw new Error(`the cards have no ${name}`)
    return found
  }
  const sum = find(document, profitCss.profit)
  const cards = [...document.querySelectorAll('li')].map((element, at) => {
    const order = orders[at] as LeverOrder
    const contract = openContract(order)
    const marks = marksOf(order)
    const [profit, roe] = element.querySelectorAll<HTMLElement>(`.${profitCss.profit}`)
    if (!contract || !marks || !profit || !roe) throw new Error('a card without its figures')
    return {
      ...{ element, order, contract, marks, isSeen: false, profit, roe },
      notional: find(find(element, cardCss.notional), 'nowrap'),
      price: find(element, priceCss.price),
      line: find(element, cardCss.line),
      distances: element.querySelectorAll<HTMLElement>('[data-price]'),
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
    for (const card of cards) {
      const { order, contract, marks, line } = card
      const now = newest.get(order.symbol)
      const net = now === undefined ? undefined : unrealisedAt(contract, now)
      if (now === undefined || net === undefined) continue
      total += net
      if (!card.isSeen) continue
      const way = net < 0n ? 'down' : 'up'
      for (const figure of [card.profit, card.roe]) if (figure.dataset.way !== way) figure.dataset.way = way
      writeText(card.profit, amount(net))
      writeText(card.roe, formatPercent(roeAt(formatMoney(net, 6), order.margin, 'USDT'), 'en', { sign: true }))
      writeText(card.notional, leverFacts.notionalAt?.(order, now, words) ?? '')
      writeText(card.price, formatPrice(now, instrumentOf(order.symbol).scale, 'en'))
      const share = shareOf(marks.range, Number(now))
      line.style.setProperty('--now', String(share))
      line.style.setProperty('--from', String(Math.min(share, marks.entry)))
      line.style.setProperty('--to', String(Math.max(share, marks.entry)))
      const side = share >= marks.entry === (order.direction === 'long') ? 'up' : 'down'
      if (line.dataset.way !== side) line.dataset.way = side
      for (const each of card.distances)
        writeText(each, formatPercent(changePercent(now, each.dataset.price ?? ''), 'en', { sign: true }))
    }
    writeText(sum, `${amount(total)} USDT`)
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
