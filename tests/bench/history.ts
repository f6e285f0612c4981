import { fillStep } from '../../server/ledger/fill-sums.ts'
import type { Platform } from '../../server/platform/context.ts'
import { createPasswords } from '../../server/security/module.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { quantile } from './figures.ts'
import { placeHistory } from './history-people.ts'
import { client, quoteWaits } from './http-client.ts'
import { onEachDatabase, type Place, seedOnePerson, strangerRow } from './one-person.ts'
import { startServer } from './server.ts'

/** `BENCH_MOVEMENTS` overrides the number during development. */
const MOVEMENTS = Number(process.env.BENCH_MOVEMENTS ?? 1_000_000)
/** Exports per hour that the rate limit allows. */
const EXPORTS = 5
const PASSWORD = 'Correct Horse 1'
/** The longest time the owner keeps calling; a rate limit ends it earlier. */
const WINDOW_MS = 60_000

/** A year and a half ago. */
const MONTH = new Date(Date.now() - 550 * 86_400_000).toISOString().slice(0, 7)
/** A user's queries of their history, in rotation. */
const calls: readonly string[] = [
  'records/months',
  `records/statement?month=${MONTH}`,
  'records/list?limit=100',
  `records/list?limit=100&month=${MONTH}`,
  'orders/list?limit=100',
  'orders/list?limit=100&list=0',
  'orders/list?limit=100&result=lost',
  'orders/list?limit=100&symbol=XRPUSDT',
  'orders/totals',
  'orders/totals?symbol=BTCUSDT',
  'wallet/history?range=day',
  'wallet/history?range=month',
  'wallet/history?range=all',
  'user/invite',
]

/** Waiting times of one person with a million movements, and of price requests meanwhile. */
const history: Benchmark = (bench) => onEachDatabase(bench, (place) => measure(bench, place))

async function measure(bench: Bench, place: Place): Promise<Row[]> {
  const { kind } = place
  bench.say(`${kind}: writing ${MOVEMENTS} movements`)
  const { platform, token, written } = await seedOnePerson(place, async (opened, userId) => {
    await placeHistory(opened.db, userId, MOVEMENTS)
    await givePassword(opened, userId)
    return fill(opened, userId)
  })
  const { fillMs, stepMs } = written
  bench.say(`${kind}: their sums took ${(fillMs / 1_000).toFixed(1)} s, the longest step ${stepMs.toFixed(0)} ms`)
  await platform.database.close()

  const server = await startServer(bench, place.settings)
  const waits = new Map<string, number[]>(calls.map((path) => [path, []]))
  /** How long another client waits for quotes meanwhile. */
  const beside = async (run: () => Promise<void>) => {
    let over = false
    const waits = quoteWaits(server.port, () => over)
    await run()
    over = true
    return waits
  }
  // First, since the rounds use up the rate limits.
  const exports: number[] = []
  const besideExports = await beside(() =>
    client(server.port, async (ask) => {
      for (let time = 0; time < EXPORTS; time += 1) {
        const asked = performance.now()
        const answer = await ask('user/export', token, JSON.stringify({ proof: { password: PASSWORD } }))
        if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`user/export: ${answer.slice(0, 400)}`)
        exports.push(performance.now() - asked)
      }
    }),
  )
  const stranger = await beside(() =>
    client(server.port, async (ask) => {
      const begun = performance.now()
      for (let at = 0; performance.now() - begun < WINDOW_MS; at += 1) {
        const path = calls[at % calls.length] ?? ''
        const asked = performance.now()
        const answer = await ask(path, token, '')
        const ms = performance.now() - asked
        if (answer.startsWith('HTTP/1.1 429')) break
        if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`${path}: ${answer.slice(0, 400)}`)
        waits.get(path)?.push(ms)
      }
    }),
  )
  await server.stop()
  const how = 'over HTTP, by one client, one after the other in turn, until limits refuse'
  const rows = [...waits].map(([path, each]): Row => {
    const value = quantile(each, 0.99)
    bench.say(`${kind}: ${path} ${value.toFixed(1)} ms (${each.length} times)`)
    return { what: `${path}, p99, on ${kind}`, value, unit: 'ms', aim: { atMost: 50 }, how }
  })
  const slowest = Math.max(...exports)
  bench.say(`${kind}: user/export ${slowest.toFixed(1)} ms`)
  return [
    ...rows,
    {
      what: `user/export whole, the slowest, on ${kind}`,
      value: slowest,
      unit: 'ms',
      aim: { atMost: 50 },
      how: `over HTTP, ${EXPORTS} times: 10,000 entries at most, collected in a thread; its first byte comes with its last`,
    },
    {
      what: `sums of earlier movements filled in, on ${kind}`,
      value: fillMs,
      unit: 'ms',
      ours: `the longest step ${stepMs.toFixed(0)} ms`,
      how: `what the server does once beside its calls after the upgrade that keeps sums, for ${MOVEMENTS} movements`,
    },
    strangerRow(bench, kind, "a stranger's quotes meanwhile", stranger),
    strangerRow(bench, kind, "a stranger's quotes while one's data is exported", besideExports),
  ]
}

/** The password for an export, with a cheap hash. */
async function givePassword({ db, random }: Platform, userId: string): Promise<void> {
  const password_hash = await createPasswords(random, { cost: 64 }).hash(PASSWORD, { account: userId })
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
}

/** Fills the kept sums, as the upgrade that introduced them does. */
async function fill(platform: Platform, userId: string): Promise<{ fillMs: number; stepMs: number }> {
  await platform.db.insertInto('movement_sums_missing').values({ user_id: userId, since: 0n }).execute()
  const begun = performance.now()
  let stepMs = 0
  for (let more = true; more; ) {
    const before = performance.now()
    more = await fillStep(platform, userId)
    stepMs = Math.max(stepMs, performance.now() - before)
  }
  return { fillMs: performance.now() - begun, stepMs }
}

export default history
