import type { ServerFrame } from '../api/wire/frames.ts'
import { PROTOCOL } from '../api/wire/protocol.ts'

type Fields = Record<string, unknown>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isDelta = (value: unknown) =>
  Array.isArray(value) &&
  value.length === 7 &&
  isText(value[0]) &&
  isNumber(value[1]) &&
  isNumber(value[2]) &&
  value.slice(3).every(isText)

const isQuote = (value: unknown) =>
  isFields(value) &&
  isText(value.symbol) &&
  isNumber(value.seq) &&
  isNumber(value.time) &&
  isText(value.price) &&
  isText(value.state) &&
  Array.isArray(value.spark)

const isTick = (value: unknown) =>
  Array.isArray(value) &&
  value.length === 4 &&
  isNumber(value[0]) &&
  isNumber(value[1]) &&
  isText(value[2]) &&
  isText(value[3])

const isTrade = (value: unknown) =>
  Array.isArray(value) &&
  value.length === 5 &&
  isNumber(value[0]) &&
  isNumber(value[1]) &&
  isText(value[2]) &&
  isText(value[3]) &&
  (value[4] === 'buy' || value[4] === 'sell')

const isState = (value: unknown) => Array.isArray(value) && isText(value[0]) && isText(value[1])

const isEvent = (value: unknown) => isFields(value) && isNumber(value.seq) && isText(value.kind) && isFields(value.body)

const all = (value: unknown, test: (item: unknown) => boolean) => Array.isArray(value) && value.every(test)

/** Each type of frame, with its validation. */
const tests: Record<ServerFrame['type'], (frame: Fields) => boolean> = {
  hello: ({ v, time, pingSeconds, eventSeq }) =>
    v === PROTOCOL &&
    isNumber(time) &&
    isNumber(pingSeconds) &&
    pingSeconds > 0 &&
    (eventSeq === null || isNumber(eventSeq)),
  snapshot: ({ time, quotes }) => isNumber(time) && all(quotes, isQuote),
  quotes: ({ time, quotes }) => isNumber(time) && all(quotes, isDelta),
  short: ({ time, sum, changes }) => isNumber(time) && isNumber(sum) && all(changes, Number.isSafeInteger),
  state: ({ symbols }) => all(symbols, isState),
  ticks: ({ symbol, previousHash, ticks }) =>
    isText(symbol) && (previousHash === null || isText(previousHash)) && all(ticks, isTick),
  trades: ({ symbol, trades }) => isText(symbol) && all(trades, isTrade),
  account: ({ event }) => isEvent(event),
  pong: ({ id, time }) => isNumber(id) && isNumber(time),
  signedOut: ({ key }) => isText(key),
  bye: ({ reason }) => isText(reason),
}

/**
 * Parses a frame of the server; `undefined` if invalid. Never throws.
 *
 * By hand rather than by schema: it runs ten times a second on a cheap phone, and checks only what the streams rely on.
 */
export function parseFrame(data: unknown): ServerFrame | undefined {
  if (!isText(data)) return undefined
  let frame: unknown
  try {
    frame = JSON.parse(data)
  } catch {
    return undefined
  }
  if (!isFields(frame) || !isText(frame.type) || !Object.hasOwn(tests, frame.type)) return undefined
  const test = tests[frame.type as ServerFrame['type']]
  return test(frame) ? (frame as ServerFrame) : undefined
}
