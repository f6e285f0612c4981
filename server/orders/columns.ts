/** The four columns of each recorded tick that an order keeps, such as `open_seq`, `open_ms`, `open_price` and `open_hash`. */
export type TickColumns<Prefix extends string> = Record<`${Prefix}_${'seq' | 'ms' | 'price'}`, bigint | null> &
  Record<`${Prefix}_hash`, string | null>

type Tick = Record<'seq' | 'time_ms' | 'price', bigint> & { hash: string }

/** A recorded tick as the four columns that keep it; all of them null without one. */
export const tickColumns = <Prefix extends string>(prefix: Prefix, tick: Tick | undefined) =>
  ({
    [`${prefix}_seq`]: tick?.seq ?? null,
    [`${prefix}_ms`]: tick?.time_ms ?? null,
    [`${prefix}_price`]: tick?.price ?? null,
    [`${prefix}_hash`]: tick?.hash ?? null,
  }) as TickColumns<Prefix>

/** The names in a text, separated by spaces. */
type Names<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text

const each = <Value>(names: string, value: Value) => Object.fromEntries(names.split(' ').map((name) => [name, value]))

/** Columns that a new order leaves empty. @param names separated by spaces */
export const nulls = <Text extends string>(names: Text) => each(names, null) as Record<Names<Text>, null>

/** Columns that a new order begins at zero. @param names separated by spaces */
export const zeros = <Text extends string>(names: Text) => each(names, 0n) as Record<Names<Text>, bigint>
