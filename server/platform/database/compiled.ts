import { type CompiledQuery, PostgresAdapter } from 'kysely'
import type { Db, Tx } from './database.ts'

/** A statement by Kysely or by `sql`. */
type Compilable<Row> = { compile(db: Db | Tx): CompiledQuery<Row> }

/** A statement for one database, and which argument goes into each of its parameters. */
type Built = { query: CompiledQuery; places: readonly (number | undefined)[] }

class Place {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A statement that is built once and run often: building it takes longer than SQLite takes to run it.
 *
 * @param build builds the statement with Kysely from its arguments. Each argument must go into the statement as one value: it is built with
 *   placeholders, so `build` may not inspect them, nor omit one because of its value.
 * @returns a function that runs it and returns its rows
 */
export function compiled<Args extends readonly unknown[], Row>(
  build: (db: Db | Tx, ...args: Args) => Compilable<Row>,
): (db: Db | Tx, ...args: Args) => Promise<Row[]> {
  const builds = new WeakMap<object, Built>()
  return async (db, ...args) => {
    const executor = db.getExecutor()
    // Plugins need to see each statement as it is built.
    if (executor.plugins.length > 0) return (await db.executeQuery(build(db, ...args).compile(db))).rows
    let built = builds.get(executor.adapter)
    if (!built) {
      built = dissect(build(db, ...(args.map((_, index) => new Place(index)) as unknown as Args)).compile(db))
      builds.set(executor.adapter, built)
    }
    const { query, places } = built
    const parameters = places.map((place, at) => (place === undefined ? query.parameters[at] : args[place]))
    return (await executor.executeQuery<Row>({ ...query, parameters })).rows
  }
}

const dissect = (query: CompiledQuery): Built => ({
  query,
  places: query.parameters.map((value) => (value instanceof Place ? value.index : undefined)),
})

/** Whether statements are built for PostgreSQL rather than SQLite. */
export const isPostgres = (db: Db | Tx): boolean => db.getExecutor().adapter instanceof PostgresAdapter
