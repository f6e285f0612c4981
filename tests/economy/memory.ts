import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Db, Tx } from '../../server/platform/database/database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'

/** The data that answers the server's statements. */
export type Memory = { answer(statement: string, values: readonly unknown[]): readonly unknown[] | 'changed' }

/** A database of which each statement is answered by a memory: the one that is set at the moment. */
export function memoryDatabase() {
  let memory: Memory | undefined
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const rows = memory?.answer(sql.replaceAll('"', ''), parameters)
      return rows === 'changed' || rows === undefined
        ? { rows: [], numAffectedRows: 1n }
        : { rows: rows as unknown as Row[] }
    },
    streamQuery: () => {
      throw new Error('nothing is streamed')
    },
  }
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection
  }
  const db: Db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (on) => new SqliteIntrospector(on),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  return {
    db,
    tx: db as unknown as Tx,
    /** From now on this one answers. */
    use: (next: Memory) => {
      memory = next
    },
  }
}
