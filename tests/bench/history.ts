import { sql } from 'kysely'
import { fillStep } from '../../server/ledger/fill-sums.ts'
import type { Platform } from '../../server/platform/context.ts'
import { createPasswords } from '../../server/security/module.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { placeHistory } from './history-people.ts'
import { client, quoteWaits } from './http-client.ts'
import { onEachDatabase, type Place, seedOnePerson, slowestRow, strangerRow } from './one-person.ts'
import { startServer } from './server.ts'

/**
 * `exports`: as many as the rate limit allows in an hour. `windowMs`: the longest time the owner keeps calling; a rate
 * limit ends it earlier.
 */
const FULL = { movements: 1_000_000, exports: 5, windowMs: 60_000 }
const QUICK: typeof FULL = { movements: 20_000, exports: 2, windowMs: 2_000 }
const PASSWORD = 'Correct Horse 1'

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
  const { movements, exports: times, windowMs } = bench.quick ? QUICK : FULL
  const { kind } = place
  bench.say(`${kind}: writing ${movements} movements`)
  const { platform, token, written } = await seedOnePerson(place, async (opened, userId) => {
    await placeHistory(opened.db, sql.lit(userId), movements)
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
      for (let time = 0; time < times; time += 1) {
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
      for (let at = 0; performance.now() - begun < windowMs; at += 1) {
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
  const slowest = Math.max(...exports)
  bench.say(`${kind}: user/export ${slowest.toFixed(1)} ms`)
  const size = bench.quick && { size: `${movements} movements` }
  return [
    {
      ...slowestRow(bench, kind, waits),
      what: `the slowest call of a user with a million movements on ${kind}, p99`,
      ...size,
    },
    {
      what: `the export of a million movements on ${kind}, the slowest`,
      ...size,
      value: slowest,
      unit: 'ms',
      aim: { atMost: 50 },
      how: `over HTTP, ${times} times: 10,000 entries at most, collected in a thread; its first byte comes with its last`,
    },
    {
      what: `filling in the sums of a million movements on ${kind}`,
      ...size,
      value: fillMs,
      unit: 'ms',
      ours: `the longest step ${stepMs.toFixed(0)} ms`,
      how: `what the server does once beside its calls after the upgrade that keeps sums, for ${movements} movements`,
    },
    strangerRow(bench, kind, "another user's quotes during a long history's calls", stranger),
    strangerRow(bench, kind, "another user's quotes during its export", besideExports),
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
