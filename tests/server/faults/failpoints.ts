/**
 * Loaded by Node before `server/main.ts`, only in the tests' own processes: kills the process or disconnects its
 * database at a named write point, sets its clock, and limits its disk. The server is unaware of it.
 *
 * A write point is a writing statement, named by its unit of work and table: `submit/insert entries`. Names come from
 * the statements themselves, so that a new one needs no declaration.
 */
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import pg from 'pg'
import './quick-hashes.ts'

/** `before`: the statement has not run. `sent`: it is in flight, and its answer is lost. `after`: it has run. */
export type Moment = 'before' | 'sent' | 'after'

/** Messages from the test to the process. */
export type Order =
  /** At the first point whose name matches this regular expression, kill the process or lose the connection to PostgreSQL, once. */
  | { kind: 'arm'; point: string; moment: Moment; deed?: 'kill' | 'lose' }
  /** Set the clock forwards or backwards, in ms. Timers keep their pace, as they do on a machine whose clock is set. */
  | { kind: 'clock'; by: number }
  /** Block the thread that serves users until this file exists. */
  | { kind: 'stall'; until: string }
  /** Let the SQLite file grow by this many pages; null for no limit. */
  | { kind: 'disk'; pages: number | null }

/** Messages of the process to the test: a passed write point, or one at which it lost its connection (`lost …`). */
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
  if (order.kind === 'stall' && isMainThread) {
    // It sleeps instead of computing, so as not to load a busy machine further.
    while (!existsSync(order.until)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  }
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
    tell({ point })
  }
  if (!armed || armed.moment !== moment || !new RegExp(`^(?:${armed.point})$`).test(point)) return
  const { deed = 'kill' } = armed
  armed = undefined
  if (deed === 'kill') process.kill(process.pid, 'SIGKILL')
  else {
    ;(client as unknown as { connection: { stream: Socket } } | undefined)?.connection.stream.destroy()
    tell({ point: `lost ${point}` })
  }
}

/** Names the points of one connection: a unit is identified by its first write. Units that share a commit begin with savepoints. */
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

/** The first end state in an update of orders, which are batched in one text. */
function endingIn(parameters: readonly unknown[]): string | undefined {
  for (const value of parameters) {
    if (typeof value !== 'string') continue
    const found = ENDINGS.includes(value) ? value : /"state":"(won|lost|drawn|unexpected)"/.exec(value)?.[1]
    if (found) return found
  }
  return undefined
}

function unitOf(verb: string, table: string, parameters: readonly unknown[]): string {
  const first = `${verb} ${table}`
  if (first === 'insert microtrades') return 'submit'
  if (first === 'update microtrades') return endingIn(parameters) ?? 'open'
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

/** The servers of all tests share one PostgreSQL, which by default allows a hundred connections in all. */
const CONNECTIONS_MAX = 6
const { Pool } = pg
pg.Pool = class extends Pool {
  constructor(options: pg.PoolConfig = {}) {
    super({ ...options, max: Math.min(options.max ?? CONNECTIONS_MAX, CONNECTIONS_MAX) })
  }
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

/** The threads of the process: the first receives the test's messages, and forwards them; events of the others are sent to the test. */
const threads = new BroadcastChannel('faults')
threads.unref()
/** All messages of the test since the start: for a thread that starts later. */
const heard: Order[] = []

/** `from`: number of messages before these orders. */
type Word = { orders: Order[]; from: number } | { passed: Passed } | { wanted: true }

threads.onmessage = ({ data }) => {
  const word = data as Word
  if (!isMainThread) return 'orders' in word && follow(word)
  if ('passed' in word) process.send?.(word.passed)
  if ('wanted' in word) threads.postMessage({ orders: heard, from: 0 } satisfies Word)
}

/** Executes each order once, in order: earlier missing ones arrive with the answer to the initial request. */
function follow({ orders, from }: Extract<Word, { from: number }>): void {
  if (from > heard.length) return
  for (const order of orders.slice(heard.length - from)) {
    heard.push(order)
    obey(order)
  }
}

function tell(passed: Passed): void {
  if (isMainThread) process.send?.(passed)
  else threads.postMessage({ passed } satisfies Word)
}

if (isMainThread) {
  process.on('message', (order: Order) => {
    threads.postMessage({ orders: [order], from: heard.length } satisfies Word)
    heard.push(order)
    obey(order)
  })
  // A server ends with its test, and its connection to the test does not keep it alive.
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
}
const orders: Order[] = JSON.parse(process.env.FAULTS ?? '[]')
for (const order of orders) obey(order)
if (!isMainThread) threads.postMessage({ wanted: true } satisfies Word)
