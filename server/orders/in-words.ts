import { instrumentOf } from '../../src/rules/market/instruments.ts'
import type { OrderOnWire } from '../order-kind.ts'

type Fields = Readonly<Record<string, unknown>>
type Term = (value: string, fields: Fields) => string | undefined

const AMOUNT = /^(-?)(\d+)(?:\.(\d+))?$/

/** A figure for its reader: grouped, without the zeros at its end beyond two decimals. */
function figure(text: string): string {
  const [, sign, whole = '', decimals] = AMOUNT.exec(text) ?? []
  if (sign === undefined) return text
  const grouped = BigInt(whole).toLocaleString('en')
  const kept = decimals?.replace(/0+$/, '').padEnd(2, '0')
  return `${sign === '' ? '' : '−'}${grouped}${kept === undefined ? '' : `.${kept}`}`
}

/** `BTCUSDT` as `BTC/USDT`. */
function pair(symbol: string): string {
  const { base, quote } = instrumentOf(symbol)
  return `${base}/${quote}`
}
const word = (code: string) => code.replaceAll(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`)
const isZero = (text: string) => /^-?0+(\.0+)?$/.test(text)
const money = (text: string, { currency, from }: Fields) => `${figure(text)} ${currency ?? from}`
const unless0 =
  (words: string, write: Term = figure): Term =>
  (value, fields) =>
    isZero(value) ? undefined : `${words} ${write(value, fields)}`
const days = (text: string) => (text === '1' ? '1 day' : `${text} days`)

/** What makes an order up, in the order of a sentence; fields that are not here are for machines, or for its page. */
const terms: Readonly<Record<string, Term>> = {
  way: word,
  type: (text) => (text === 'hosting' ? undefined : word(text)),
  quantity: (text, { ordered }) =>
    ordered === undefined || ordered === text ? undefined : `of which ${figure(text)} open`,
  amount: money,
  to: (text, { receive }) => `to ${figure(String(receive ?? ''))} ${text}`,
  tier: (text) => `tier ${text}`,
  leverage: (text) => `at ${text}×`,
  seconds: (text) => `for ${text} s`,
  days,
  rateBps: (text) => `${Number(text) / 100}% a year`,
  payoutBps: (text) => `pays ${Number(text) / 100}%`,
  network: word,
  price: (text) => `at ${figure(text)}`,
  averagePrice: (text) => `filled at ${figure(text)}`,
  buyPrice: (text) => `from ${figure(text)}`,
  finalPrice: (text) => `to ${figure(text)}`,
  dealPrice: (text) => `opened at ${figure(text)}`,
  closePrice: (text) => `closed at ${figure(text)}`,
  lower: (text) => `from ${figure(text)}`,
  upper: (text) => `up to ${figure(text)}`,
  target: (text) => `at ${figure(text)}`,
  liquidationPrice: (text) => `liquidation at ${figure(text)}`,
  stopOut: (text) => `stop-out at ${figure(text)}`,
  takeProfit: (text) => `take profit ${figure(text)}`,
  stopLoss: (text) => `stop loss ${figure(text)}`,
  margin: unless0('margin', money),
  dueSum: unless0('due', money),
  unpaid: unless0('unpaid', money),
  paid: (text, { method, currency }) =>
    method === undefined || isZero(text) ? undefined : `paid ${money(text, { currency })}`,
  realised: unless0('realised', money),
  profit: unless0('P&L', money),
  payout: (text, fields) => `returned ${money(text, fields)}`,
  earned: unless0('earned', money),
  fee: (text, fields) => (fields.currency === undefined || isZero(text) ? undefined : `fee ${money(text, fields)}`),
  arrived: (text, fields) => `arrived ${money(text, fields)}`,
  reference: (text) => `reference ${text}`,
  cause: word,
  voidReason: (text) => `void: ${word(text)}`,
  reason: (text) => `reason: ${text}`,
}

/** The beginning of the sentence: which side of what, and how much. */
const heads: Readonly<Record<string, Term>> = {
  ...{ direction: word, side: word },
  ordered: figure,
  lots: (text) => `${figure(text)} lots`,
  symbol: pair,
}

const written = (fields: Fields, by: Readonly<Record<string, Term>>): string[] =>
  Object.entries(by).flatMap(([name, write]) => {
    const value = fields[name]
    const words = typeof value === 'string' || typeof value === 'number' ? write(String(value), fields) : undefined
    return words === undefined || words === '' ? [] : [words]
  })

/** An order of any kind in one line for operators, with the terms that its owner sees. */
export function orderInWords(order: OrderOnWire): string {
  const fields: Fields = { ...order }
  // A kind without an ordered quantity has the quantity itself.
  const own: Fields = 'ordered' in fields || !('quantity' in fields) ? fields : { ...fields, ordered: fields.quantity }
  const line = [written(own, heads).join(' '), ...written(own, terms)].filter(Boolean).join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
