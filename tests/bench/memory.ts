import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSqlite } from '../../server/platform/database/database.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import type { Answers as Bought, Question as Buying } from './orders-clients.ts'
import { openPlatform, ready } from './orders-people.ts'
import { freshFolder, type Measured, startPart, startServer } from './server.ts'
import type { Answers, Question } from './stall-clients.ts'

const FULL = { restMs: 60_000, burstMs: 15_000, people: 500 }
const QUICK: typeof FULL = { restMs: 4_000, burstMs: 1_500, people: 100 }
const ATTACKERS = 20
const MB = 1024 * 1024

/** Memory of a server on SQLite: at rest, under the largest bursts that limits allow, and after them. */
const memory: Benchmark = async (bench) => {
  const { restMs, burstMs, people: count } = bench.quick ? QUICK : FULL
  const folder = freshFolder(bench)
  const rest = `resident memory of the server's process ${restMs / 1000} s later`
  const first = await startServer(bench, { DATA_DIR: folder })
  await sleep(restMs)
  const atFirst = first.memory()
  await first.stop()
  const database = openSqlite(join(folder, 'quoin.db'))
  const people = await ready(await openPlatform(database), count)
  await database.close()

  const server = await startServer(bench, { DATA_DIR: folder })
  await sleep(restMs)
  const atRest = server.memory()
  const candles = await startPart(bench, 'stall-clients.ts')
  const orders = await startPart(bench, 'orders-clients.ts')
  const bought = await peakOf(bench, 'options', server, async () => {
    const question: Buying = { act: 'order', port: server.port, people, clients: 64, ms: burstMs }
    const { acts, refused } = await orders.ask<Bought>(question)
    return refused ?? `${acts} bought`
  })
  const expensive = await peakOf(bench, 'candles', server, async () => {
    const tokens = people.slice(0, ATTACKERS).map(({ token }) => token)
    const question: Question = { port: server.port, tokens, ms: burstMs }
    const { answered, refused } = await candles.ask<Answers>(question)
    return `${answered} answered, ${refused} refused`
  })
  await sleep(restMs)
  const row = (what: string, bytes: number, atMost: number, how: string): Row => {
    return { what, value: bytes / MB, unit: 'MB', aim: { atMost }, how }
  }
  return [
    row('memory after the first start', atFirst, 256, `an empty data folder; ${rest}`),
    row('memory after a later start', atRest, 256, `the same folder again; ${rest}`),
    row(
      'memory under bursts',
      Math.max(expensive, bought),
      400,
      `at most, while 64 clients buy options for ${burstMs / 1000} s as fast as they can, and then ${ATTACKERS} people ask for the largest pages of candles over 40 connections for as long`,
    ),
    row('memory after bursts', server.memory(), 320, `resident memory ${restMs / 1000} s after the bursts`),
  ]
}

/** The most memory that a process takes while something is done, in bytes. */
async function peakOf(
  bench: Bench,
  what: string,
  { pid, peak }: Measured,
  act: () => Promise<string>,
): Promise<number> {
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const said = await act()
  bench.say(`${what}: ${said}, ${(peak() / MB).toFixed(0)} MB at most`)
  return peak()
}

export default memory
