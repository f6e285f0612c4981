import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isVariable, type Statement } from '../orders-statements.ts'

/**
 * The floor of orders on SQLite: the server's own statements alone, each prepared once, in one transaction per unit of
 * work, in this process.
 *
 * @returns orders a second
 */
export function ordersOnSqlite(
  path: string,
  units: readonly (readonly Statement[])[],
  people: readonly string[],
  ms: number,
): number {
  const file = new DatabaseSync(path)
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const prepared = units.map((statements) =>
    statements.map((statement) => {
      const run = file.prepare(statement.sql)
      run.setReadBigInts(true)
      return { ...statement, run }
    }),
  )
  const end = performance.now() + ms
  let orders = 0
  while (performance.now() < end) {
    orders += 1
    const fresh = new Map<string, string | bigint>([['person', people[orders % people.length] ?? '']])
    const insert = (parameter: Statement['parameters'][number]): string | bigint | null => {
      if (parameter !== null && typeof parameter === 'object' && 'parts' in parameter) {
        return parameter.parts.map(insert).join('')
      }
      if (!isVariable(parameter)) return parameter
      let value = fresh.get(parameter.name)
      if (value === undefined) {
        value = `${parameter.name}-${orders}-${performance.now()}`.padEnd(26, '0')
        fresh.set(parameter.name, value)
      }
      return typeof value === 'bigint' ? value - (parameter.less ?? 0n) : value
    }
    for (const statements of prepared) {
      file.exec('begin immediate')
      for (const { run, parameters, takes } of statements) {
        const values = parameters.map(insert)
        if (takes) fresh.set(takes, takenBy(run, values, takes))
        else if (run.columns().length > 0) run.all(...values)
        else run.run(...values)
      }
      file.exec('commit')
    }
  }
  file.close()
  return orders / (ms / 1000)
}

function takenBy(run: StatementSync, values: (string | bigint | null)[], name: string): bigint {
  const value = run.get(...values)?.[name]
  if (typeof value !== 'bigint') throw new Error(`a statement gave no ${name}`)
  return value
}
