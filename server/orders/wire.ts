import type { GenericSchema } from 'valibot'
import type { AnyStateMachine } from 'xstate'
import { recordedTick } from '../../src/api/market/tick-proof.ts'
import * as f from '../../src/api/wire/fields.ts'
import { metaOf, statesOf } from '../../src/machines/orders/life.ts'
import type { RecordedTick } from '../../src/rules/market/chain.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { tickToWire } from '../market/module.ts'
import type { OrderRow } from '../order-kind.ts'
import type { TickColumns } from './columns.ts'
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

/** What a row holds for a field of the wire: integers as `bigint`, amounts in minor units. Both forms of a value may be given. */
type Stored<Value> = Value extends RecordedTick
  ? RecordedTick | (KeptTick & { symbol?: string })
  : Value extends string | number | boolean
    ? Value | bigint
    : { [Name in keyof Value]: Stored<Value[Name]> }

type Source<Row, Value> = keyof Row | ((row: Row) => Stored<Value>)

/** The fields of the wire that a row has no column for, by name; and others that are not what their column holds. */
type Sources<Row, Wire> = {
  [Field in keyof Wire & string as ColumnOf<Field> extends keyof Row | 'list' | 'status' ? never : Field]: Source<
    Row,
    Wire[Field]
  >
} & { [Field in keyof Wire]?: Source<Row, Wire[Field]> }

/** A schema, as far as it is read here. */
type Field = { type: string; wrapped?: Field; item?: Field; entries?: Record<string, Field> }
type Units = { currency: string; symbol?: string }
type Encoder = (value: unknown, row: Units) => unknown

const priced = ({ symbol = '' }: Units) => instrumentOf(symbol)
const ofCurrency = ({ currency }: Units) => currencyOf(currency).scale
const decimals = new Map<unknown, (row: Units) => number>([
  [f.amount, ofCurrency],
  [f.signedAmount, ofCurrency],
  [f.price, (row) => priced(row).scale],
  [f.quantity, (row) => priced(row).quantityScale],
  [f.usdt, () => currencyOf('USDT').scale],
])

/**
 * How orders of a kind go over the wire: the schema names the fields and their types, and each is read from the column of its name.
 * Amounts have the decimals of the order's currency, or what the schema says: `f.price`, `f.quantity`, `f.usdt`. `list` and `status` are
 * those of the machine's state.
 *
 * @param sources the fields with another column, or that are calculated from the row
 */
export function wireOf<Row extends OrderRow, Wire>(
  schema: GenericSchema<unknown, Wire>,
  machine: AnyStateMachine,
  sources: Sources<Row, Wire>,
): (row: Row) => Wire {
  const fields = Object.entries((schema as unknown as Field).entries ?? {}).map(([name, field]): Written<Row> => {
    const source = (sources as Record<string, Source<Record<string, unknown>, unknown>>)[name]
    const read = reader(name, field, machine, source)
    const encode = encoder(field)
    return [name, (row) => encode(read(row), row)]
  })
  return writer(fields) as (row: Row) => Wire
}

/** A field, and its value by what is encoded, of an order. */
type Written<From> = readonly [name: string, value: (from: From, row: Units) => unknown]

/** Makes objects of these fields. They begin as copies of an empty one, which V8 makes and fills several times faster than field by field. */
function writer<From>(fields: readonly Written<From>[]): (from: From, row: Units) => unknown {
  const empty: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(fields.map(([name]) => [name, null]))),
  )
  return (from, row) => {
    const wire = { ...empty }
    for (const [name, value] of fields) wire[name] = value(from, row)
    return wire
  }
}

function reader(
  name: string,
  field: Field,
  machine: AnyStateMachine,
  source?: PropertyKey | ((row: never) => unknown),
) {
  if (typeof source === 'function') return source as (row: OrderRow) => unknown
  if (source === undefined && (name === 'list' || name === 'status')) {
    const codes = new Map(statesOf(machine).map((state) => [state, metaOf(machine, state)[name]]))
    return ({ state }: OrderRow) => codes.get(state)
  }
  if (source === undefined && isTick(field)) return tickAt(name.slice(0, -'Tick'.length))
  const column = String(source ?? columnOf(name))
  return (row: OrderRow) => (row as Record<string, unknown>)[column]
}

const columnOf = (name: string) => name.replace(/At$/, '_ms').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isTick = ({ wrapped, ...field }: Field): boolean =>
  wrapped ? isTick(wrapped) : field.entries === recordedTick.entries

/** Reads the tick that four columns of a row hold, such as `open_seq`, `open_ms`, `open_price` and `open_hash`; null unless all are set. */
function tickAt(prefix: string) {
  const name = (column: 'seq' | 'ms' | 'price' | 'hash') => `${prefix}_${column}` as 'open_seq'
  const [seqOf, msOf, priceOf, hashOf] = [name('seq'), name('ms'), name('price'), name('hash')]
  return (row: OrderRow) => {
    const { [seqOf]: seq, [msOf]: time_ms, [priceOf]: price, [hashOf]: hash } = row as unknown as TickColumns<'open'>
    return seq === null || time_ms === null || price === null || hash === null ? null : { seq, time_ms, price, hash }
  }
}

/** Encodes what a row holds for a field; what is in the wire's form already stays as it is. */
function encoder(field: Field): Encoder {
  const encode = encoderOf(field.wrapped ?? field)
  return encode === plain ? plain : (value, row) => (value === null ? null : encode(value, row))
}

const plain: Encoder = (value) => (typeof value === 'bigint' ? Number(value) : value)

function encoderOf(field: Field): Encoder {
  const scaleOf = decimals.get(field)
  if (scaleOf) return (value, row) => (typeof value === 'bigint' ? formatMoney(value, scaleOf(row)) : value)
  if (isTick(field)) {
    return (tick, { symbol = '' }) =>
      'time' in (tick as object) ? tick : tickToWire({ symbol, ...(tick as KeptTick) })
  }
  if (field.item) {
    const each = encoder(field.item)
    return (values, row) => (values as unknown[]).map((value) => each(value, row))
  }
  if (field.entries) {
    const entries = Object.entries(field.entries).map(([name, entry]) => ({ name, encode: encoder(entry) }))
    if (entries.every(({ encode }) => encode === plain)) return plain
    return writer(
      entries.map(
        ({ name, encode }): Written<Record<string, unknown>> => [name, (from, row) => encode(from[name], row)],
      ),
    ) as Encoder
  }
  if (field.type === 'boolean') return (value) => (typeof value === 'bigint' ? value === 1n : value)
  return plain
}
