import type { GenericSchema } from 'valibot'
import type { AnyStateMachine } from 'xstate'
import { recordedTick } from '../../src/api/market/record-stretch.ts'
import * as f from '../../src/api/wire/fields.ts'
import { metaOf, statesOf } from '../../src/machines/orders/life.ts'
import type { RecordedTick } from '../../src/rules/market/chain.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { tickToWire } from '../market/module.ts'
import type { OrderRow } from '../order-kind.ts'
import type { KeptTick } from './gaps.ts'

/** `liquidationPrice` as `liquidation_price`. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name

/** The column of a field, by its name: `settled_ms` of `settledAt`, and of `openTick` those that begin with `open_`. */
type ColumnOf<Field extends string> = Field extends `${infer Name}At`
  ? `${Snake<Name>}_ms`
  : Field extends `${infer Name}Tick`
    ? `${Snake<Name>}_hash`
    : Snake<Field>

/** The stored value of a wire field: integers as `bigint`, amounts in minor units. Both forms of a value are accepted. */
type Stored<Value> = Value extends RecordedTick
  ? RecordedTick | (KeptTick & { symbol?: string })
  : Value extends string | number | boolean
    ? Value | bigint
    : { [Name in keyof Value]: Stored<Value[Name]> }

type Source<Row, Value> = keyof Row | ((row: Row) => Stored<Value>)

/** The wire fields without a column, by name, and those that differ from their column. */
type Sources<Row, Wire> = {
  [Field in keyof Wire & string as ColumnOf<Field> extends keyof Row | 'list' | 'status' ? never : Field]: Source<
    Row,
    Wire[Field]
  >
} & { [Field in keyof Wire]?: Source<Row, Wire[Field]> }

/** The used part of a schema. */
type Field = { type: string; wrapped?: Field; item?: Field; entries?: Record<string, Field> }

/** The decimals of amounts, by the schema of the field, as code. */
const decimals = new Map<unknown, string>([
  [f.amount, 'money'],
  [f.signedAmount, 'money'],
  [f.price, 'instrument.scale'],
  [f.quantity, 'instrument.quantityScale'],
  [f.usdt, String(currencyOf('USDT').scale)],
])

/**
 * Encodes orders of a kind for the wire: the schema names the fields and their types, and each is read from the column of its name. Amounts
 * have the decimals of the order's currency, or what the schema says: `f.price`, `f.quantity`, `f.usdt`. `list` and `status` are those of
 * the machine's state.
 *
 * Compiled once to the equivalent of hand-written code: reading columns by names in variables takes half as long again.
 *
 * @param sources the fields with another column, or that are calculated from the row
 */
export function wireOf<Row extends OrderRow, Wire>(
  schema: GenericSchema<unknown, Wire>,
  machine: AnyStateMachine,
  sources: Sources<Row, Wire>,
): (row: Row) => Wire {
  const meta = new Map<string, unknown>()
  const stored = (name: string, field: Field) => {
    const source = (sources as Record<string, PropertyKey | object>)[name]
    if (typeof source === 'function') return `sources.${name}(row)`
    if (source !== undefined) return `row.${String(source)}`
    if (name === 'list' || name === 'status') {
      for (const state of statesOf(machine)) meta.set(state, metaOf(machine, state))
      return `meta.get(row.state).${name}`
    }
    return isTick(field) ? tickAt(name.slice(0, -'Tick'.length)) : `row.${columnOf(name)}`
  }
  const compile = new Function(
    ...['sources', 'meta', ...Object.keys(helpers)],
    `return (row) => {
      const money = currencyOf(row.currency).scale
      const instrument = row.symbol && instrumentOf(row.symbol)
      return ${object(schema as unknown as Field, stored)}
    }`,
  )
  return compile(sources, meta, ...Object.values(helpers))
}

const columnOf = (name: string) => name.replace(/At$/, '_ms').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The tick in four columns of a row, such as `open_seq`, `open_ms`, `open_price` and `open_hash`. */
const tickAt = (of: string) =>
  `{ seq: row.${of}_seq, time_ms: row.${of}_ms, price: row.${of}_price, hash: row.${of}_hash }`

const isTick = ({ wrapped, entries }: Field): boolean => (wrapped ? isTick(wrapped) : entries === recordedTick.entries)

/** Code of an object with the fields of a schema. @param stored code of a field's stored value */
const object = ({ entries = {} }: Field, stored: (name: string, field: Field) => string): string =>
  `({ ${Object.entries(entries).map(([name, field]) => `${name}: ${encoded(field, stored(name, field))}`)} })`

/** Code that encodes a field's stored value; null, and a value already in wire format, are unchanged. */
function encoded(field: Field, value: string): string {
  if (field.wrapped) return encoded(field.wrapped, value)
  if (decimals.has(field)) return `amount(${value}, ${decimals.get(field)})`
  if (isTick(field)) return `tick(${value}, row.symbol)`
  if (field.item) return `each(${value}, (one) => ${encoded(field.item, 'one')})`
  if (field.entries) return `each(${value}, (one) => ${object(field, (name) => `one.${name}`)})`
  return field.type === 'boolean' ? `flag(${value})` : `plain(${value})`
}

/** The functions that the compiled code calls. */
const helpers = {
  currencyOf,
  instrumentOf,
  plain: (value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
  flag: (value: unknown) => (typeof value === 'bigint' ? value === 1n : value),
  amount: (value: unknown, scale: number) => (typeof value === 'bigint' ? formatMoney(value, scale) : value),
  each: (value: unknown, encode: (one: unknown) => unknown) =>
    Array.isArray(value) ? value.map(encode) : value === null ? null : encode(value),
  /** A tick as the wire carries it; null if one of its columns is. */
  tick(value: RecordedTick | Partial<KeptTick & { symbol: string }> | null, of: string) {
    if (value === null || 'time' in value) return value
    const { symbol = of, seq = null, time_ms = null, price = null, hash = null } = value
    return seq === null || time_ms === null || price === null || hash === null
      ? null
      : tickToWire({ symbol, seq, time_ms, price, hash })
  },
}
