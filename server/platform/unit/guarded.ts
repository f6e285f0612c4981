import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type KyselyProps,
  type QueryExecutor,
  SqliteAdapter,
  Transaction,
} from 'kysely'
import type { Tx } from '../database/database.ts'

/** Runs work sequentially. */
export type InTurn = <T>(run: () => Promise<T>) => Promise<T>

/** Unused parts of a dialect where an executor is given. */
const dialect: Dialect = {
  createDriver: () => new DummyDriver(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: () => {
    throw new Error('an executor has no introspector')
  },
  createQueryCompiler: () => {
    throw new Error('an executor has its own compiler')
  },
}

/** Makes a database or transaction run its statements by this executor. */
export const propsOf = (executor: QueryExecutor): KyselyProps => ({
  config: { dialect },
  dialect,
  driver: dialect.createDriver(),
  executor,
})

/** The same transaction, with `before` called before each statement and `around` running it, sequentially. */
export function guarded(
  raw: Tx,
  inTurn: InTurn,
  before: (query: CompiledQuery) => Promise<void>,
  around: <T>(run: () => Promise<T>) => Promise<T>,
): Tx {
  const executor = raw.getExecutor()
  const connection: DatabaseConnection = {
    executeQuery: (query) =>
      inTurn(async () => {
        await before(query)
        return around(() => executor.provideConnection((inner) => inner.executeQuery<never>(query)))
      }),
    streamQuery: () => {
      throw new Error('a unit of work reads no stream')
    },
  }
  return new Transaction(
    propsOf(executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })),
  )
}
