import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Statement } from '../orders-statements.ts'

/**
 * The floor of orders on PostgreSQL: pgbench runs the server's own statements, each prepared once, in one transaction
 * per unit of work.
 *
 * @param people the highest id: people have ids from 1 to this
 * @returns orders a second
 */
export async function ordersOnPgbench(
  url: string,
  folder: string,
  units: readonly (readonly Statement[])[],
  people: number,
  clients: number,
  ms: number,
): Promise<number> {
  const constants = new Map<string, string>()
  const own = new Set<string>()
  const constant = (value: string) => {
    const name = constants.get(value) ?? `constant${constants.size}`
    constants.set(value, name)
    return `:${name}`
  }
  const inserted = (parameter: Statement['parameters'][number]): string => {
    if (parameter === null) return 'null'
    // pgbench sends no types, so operands need a cast.
    if (typeof parameter === 'bigint') return `${constant(String(parameter))}::bigint`
    // A pgbench variable cannot be empty.
    if (parameter === '') return "''"
    if (typeof parameter === 'string') return constant(parameter)
    if ('parts' in parameter) {
      const parts = parameter.parts.filter((part) => part !== '')
      return `(${parts.map((part) => `${inserted(part)}::text`).join(' || ')})::${parameter.json ? 'json' : 'text'}`
    }
    const { name, less } = parameter
    own.add(name)
    return less ? `(:${name}::bigint - ${less})` : `:${name}`
  }
  const lineOf = ({ sql, parameters, takes }: Statement) => {
    const whole = sql.replaceAll(/\$(\d+)/g, (_, number) => inserted(parameters[Number(number) - 1] ?? null))
    return whole.replaceAll(/\s+/g, ' ') + (takes ? ' \\gset' : ';')
  }
  const lines = units.flatMap((statements) => ['begin;', ...statements.map(lineOf), 'commit;'])
  const fresh = [...own].filter((name) => name !== 'person' && !units.flat().some(({ takes }) => takes === name))
  const share = Math.floor(people / clients)
  const script = join(folder, 'order.sql')
  writeFileSync(
    script,
    [
      // Clients never share a user: some orders are one at a time per user.
      `\\set person :client_id * ${share} + random(1, ${share})`,
      ...fresh.map((name) => `\\set ${name} random(1000000000000000000, 9000000000000000000)`),
      ...lines,
    ].join('\n'),
  )
  const defined = [...constants].flatMap(([value, name]) => ['-D', `${name}=${value}`])
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const child = spawn(
    'pgbench',
    ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '1', '-T', `${ms / 1000}`, '-f', script, ...defined],
    {
      env: {
        PATH: process.env.PATH,
        PGHOST: decodeURIComponent(hostname),
        PGPORT: port || '5432',
        PGUSER: username,
        PGPASSWORD: password,
        PGDATABASE: pathname.slice(1),
        PGOPTIONS: searchParams.get('options') ?? '',
      },
    },
  )
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const rate = Number(/tps = ([\d.]+)/.exec(out)?.[1])
  if (code !== 0 || !(rate > 0)) throw new Error(`pgbench: ${errors}`)
  return rate
}
