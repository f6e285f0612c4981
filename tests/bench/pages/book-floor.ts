import { of } from 'rxjs'
import type { RecordedTick } from '../../../src/rules/market/chain.ts'
import { tradesOf } from '../../../src/streams/tape.ts'
import { formatPrice, formatTime } from '../../../src/ui/format/format.ts'
import { startI18n } from '../../../src/ui/i18n/index.ts'
import { renderBook } from './book.tsx'
import { SYMBOL, type Written } from './written.ts'

const HASH = '0123456789abcdef'.repeat(4)
const first = Array.from(
  { length: 20 },
  (_, seq): RecordedTick => ({
    ...{ symbol: SYMBOL, seq, time: seq * 1_000, price: '43100.00', hash: HASH },
  }),
)
const words = { buy: 'Buy', sell: 'Sell' } as const

/** The same tables, drawn once; each message is then written into them. */
export async function start(root: HTMLElement) {
  await startI18n()
  renderBook(root, {
    recorded: { ticks$: () => of(first) },
    tapes: { tape$: () => of({ isLoaded: false, trades: tradesOf(first) }) },
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const [bids, asks, tape] = [...document.querySelectorAll('tbody')].map((body) =>
    [...body.rows].map((row) => ({ row, cells: [...row.cells] as (HTMLElement | undefined)[] })),
  )
  if (!bids || !asks || !tape) throw new Error('there are no tables')
  const shown = tape.filter(({ row }) => !row.hidden)
  let trades = tradesOf(first).toReversed()

  const writeSide = (rows: typeof bids, levels: Written['bid']) => {
    const most = Math.max(...levels.map(([, quantity]) => Number(quantity)))
    rows.forEach(({ row, cells: [price, quantity] }, at) => {
      const level = levels[at]
      if (!level || !price || !quantity) return
      price.textContent = formatPrice(level[0], 2, 'en')
      quantity.textContent = formatPrice(level[1], 4, 'en')
      row.style.setProperty('--share', (Number(level[1]) / most).toFixed(2))
    })
  }
  const write = ({ bid, ask, trade }: Written) => {
    writeSide(bids, bid)
    writeSide(asks, ask)
    trades = [trade, ...trades].slice(0, shown.length)
    shown.forEach(({ cells: [time, side, price, quantity] }, at) => {
      const each = trades[at]
      if (!each || !time || !side || !price || !quantity) return
      time.textContent = formatTime(Math.floor(each.time / 1000)).slice(-'00:00:00'.length)
      side.textContent = words[each.side]
      price.textContent = formatPrice(each.price, 2, 'en')
      price.className = each.side === 'buy' ? 'rise' : 'fall'
      quantity.textContent = formatPrice(each.quantity, 4, 'en')
    })
  }
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws'))
  socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', symbol: SYMBOL }))
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data) as Written
    if (frame.type === 'written') write(frame)
  }
}
