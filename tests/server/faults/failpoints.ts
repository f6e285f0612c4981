/**
 * Loaded by Node before `server/main.ts`, in the tests' own processes and nowhere else: kills the process at a named
 * write point or takes
 * its database away, sets its clock, and makes its disk small. The server knows nothing of it.
 *
 * A write point is a statement that writes, named by its unit of work and its table: `submit/insert entries`. The names
 * come from the statements themselves, so that a new one is a point without being declared.
 */
import type { Socket } from 'node:net'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/** `before`: nothing of the statement has happened. `sent`: it is on its way, and its answer never comes. `after`: it is done. */
export type Moment = 'before' | 'sent' | 'after'

/** What a test tells the process. */
export type Order =
  /** At this point, kill the process, or lose the connection to PostgreSQL, once. */
  | { kind: 'arm'; point: string; moment: Moment; deed?: 'kill' | 'lose' }
  /** Set the clock forwards or backwards, in ms. Timers keep their pace, as they do on a machine whose clock is set. */
  | { kind: 'clock'; by: number }
  /** Let the SQLite file have so many more pages; null for as many as it wants. */
  | { kind: 'disk'; pages: number | null }

/** What the process tells the test: a write point that it passed. */
export type Passed = { point: string }

let armed: Extract<Order, { kind: 'arm' }> | undefined
const told = new Set<string>()

const now = Date.now
let ahead = 0
Date.now = () => now() + ahead

const files = new Set<DatabaseSync>()

function obey(order: Order): void {
  if (order.kind === 'arm') armed = order
  if (order.kind === 'clock') ahead += order.by
  if (order.kind !== 'disk') return
  pages = order.pages
  for (const file of files) limit(file)
}

let pages: number | null = null
const PAGES_MAX = 4_294_967_294

function limit(file: DatabaseSync): void {
  const row = file.prepare('pragma page_count').get() as { page_count: number }
  file.exec(`pragma max_page_count = ${pages === null ? PAGES_MAX : row.page_count + pages}`)
}

function reach(point: string, moment: Moment, client?: pg.Client): void {
  if (!told.has(point)) {
    told.add(point)
    process.send?.({ point } satisfies Passed)
  }
  if (armed?.point !== point || armed.moment !== moment) return
  const { deed = 'kill' } = armed
  armed = undefined
  if (deed === 'kill') process.kill(process.pid, 'SIGKILL')
  else (client as unknown as { connection: { stream: Socket } } | undefined)?.connection.stream.destroy()
}

/** Names the points of one connection: a unit is known by the first thing that it writes. Those that share a commit begin with savepoints. */
function createNamer(): (sql: string, parameters: readonly unknown[]) => string | undefined {
  let within = false
  let unit: string | undefined
  let seen = new Map<string, number>()
  const turn = (begins: boolean) => {
    within = begins
    unit = undefined
    seen = new Map()
  }
  return (sql, parameters) => {
    const [, word, table] = WRITE.exec(sql.toLowerCase()) ?? []
    if (word === 'commit') {
      const ended = unit && `${unit}/commit`
      turn(false)
      return ended
    }
    if (word === 'begin' || word === 'savepoint' || word === 'rollback') {
      turn(word !== 'rollback')
      return undefined
    }
    if (!word || !table) return undefined
    if (!within) turn(false)
    unit ??= unitOf(word, table, parameters)
    const name = `${unit}/${word} ${table}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  }
}

const WRITE =
  /^\s*(begin|savepoint|rollback(?! to)|commit|insert(?= into)|update|delete(?= from)|create(?= table))(?: into| from)?(?: table(?: if not exists)?)?(?: "?(\w+)"?)?/

const ENDINGS = ['won', 'lost', 'drawn', 'unexpected']

function unitOf(verb: string, table: string, parameters: readonly unknown[]): string {
  const first = `${verb} ${table}`
  if (first === 'insert requests') return 'submit'
  if (first === 'update microtrades') return ENDINGS.find((state) => parameters.includes(state)) ?? 'open'
  if (first === 'insert candles') return told.has('record/update record') ? 'candles' : 'history'
  return table === 'migrations' ? 'migrate' : table
}

const ofFile = createNamer()
for (const method of ['run', 'all'] as const) {
  const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown
  const patched = function (this: StatementSync, ...values: unknown[]) {
    const point = ofFile(this.sourceSQL, values)
    if (!point) return original.apply(this, values)
    reach(point, 'before')
    const result = original.apply(this, values)
    reach(point, 'after')
    return result
  }
  Object.assign(StatementSync.prototype, { [method]: patched })
}

const exec = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql)
  if (!sql.includes('journal_mode = wal')) return
  files.add(this)
  if (pages !== null) limit(this)
}

const namers = new WeakMap<pg.Client, ReturnType<typeof createNamer>>()
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown
const patched = function (this: pg.Client, ...values: unknown[]) {
  const [first, second] = values
  const { text, values: parameters = [] } =
    typeof first === 'string' ? { text: first, values: second } : (first as { text: string; values?: unknown })
  const ofClient = namers.get(this) ?? createNamer()
  namers.set(this, ofClient)
  const point = ofClient(text ?? '', Array.isArray(parameters) ? parameters : [])
  if (!point) return query.apply(this, values)
  reach(point, 'before', this)
  const result = query.apply(this, values)
  reach(point, 'sent', this)
  return (result as Promise<unknown>).then((answer) => {
    reach(point, 'after', this)
    return answer
  })
}
Object.assign(pg.Client.prototype, { query: patched })

process.on('message', (order: Order) => obey(order))
// A test that is gone leaves no server behind, and a server that has ended is not kept by its line to the test.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
const orders: Order[] = JSON.parse(process.env.FAULTS ?? '[]')
for (const order of orders) obey(order)
