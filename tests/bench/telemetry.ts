import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openSqlite } from '../../server/platform/database/database.ts'
import type { Benchmark } from './benchmark.ts'
import type { Answers, Question } from './orders-clients.ts'
import { openPlatform, ready } from './orders-people.ts'
import { freshFolder, startPart, startServer } from './server.ts'

const WINDOW_MS = 30_000
const QUICK_MS = 3_000
const PEOPLE = 200
const CLIENTS = 16

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
  endTime: number
}

/**
 * The CPU time of orders with traces and metrics, against the same time without what these take. Both come from the samples of one
 * server's profile: two servers differ by more than that on a machine with other work.
 */
const telemetry: Benchmark = async (bench) => {
  const windowMs = bench.quick ? QUICK_MS : WINDOW_MS
  let bytes = 0
  const collector = createServer((request, response) => {
    request.on('data', (part: Buffer) => {
      bytes += part.length
    })
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  bench.after(() => collector.close())
  const { port } = collector.address() as AddressInfo
  const clients = await startPart(bench, 'orders-clients.ts')
  const folder = freshFolder(bench)
  const profiles = freshFolder(bench)
  const database = openSqlite(join(folder, 'quoin.db'))
  const people = await ready(await openPlatform(database), PEOPLE)
  await database.close()
  const server = await startServer(bench, {
    DATA_DIR: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}`,
  })
  const question: Question = { act: 'order', port: server.port, people, clients: CLIENTS, ms: windowMs }
  const { acts, refused } = await clients.ask<Answers>(question)
  if (refused) throw new Error(`an order was not taken: ${refused}`)
  await server.stop()
  const found = readdirSync(profiles).map((name) =>
    busyIn(JSON.parse(readFileSync(join(profiles, name), 'utf8')), windowMs),
  )
  const [all, own] = [sum(found.map(({ all }) => all)), sum(found.map(({ own }) => own))]
  bench.say(`${acts} orders, ${Math.round(bytes / 1024)} KiB at the collector; of each thread ${found.map(share)}`)
  return [
    {
      what: 'CPU time of orders with traces and metrics, against without',
      value: all / (all - own),
      unit: 'x',
      aim: { atMost: 1.03 },
      ours: `${(all / acts / 1000).toFixed(2)} ms`,
      floor: `${((all - own) / acts / 1000).toFixed(2)} ms`,
      how: `microtrade/submit over HTTP on SQLite, ${CLIENTS} clients and the collector in other processes, the default TRACES_PER_SECOND; samples of the CPU profile of both threads in ${windowMs / 1000} s, by the innermost code of a file: that of server/platform/telemetry and of OpenTelemetry's packages, against all`,
    },
  ]
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
const share = ({ all, own }: { all: number; own: number }) => `${((100 * own) / all).toFixed(2)}%`

const OWN = /opentelemetry|platform\/telemetry/

/** How long a thread was busy in the window, in µs, and how long of it with telemetry. Collected garbage belongs to nobody. */
function busyIn({ nodes, samples, timeDeltas }: Profile, windowMs: number): { all: number; own: number } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  /** The file of the innermost frame that has one: what Node does itself belongs to its caller. */
  const fileOf = (id: number | undefined): string => {
    if (id === undefined) return ''
    const url = byId.get(id)?.callFrame.url ?? ''
    return url.startsWith('file:') || url.startsWith('/') ? url : fileOf(parents.get(id))
  }
  let before = sum(timeDeltas) - windowMs * 1000
  let [all, own] = [0, 0]
  for (const [index, id] of samples.entries()) {
    const us = timeDeltas[index] ?? 0
    before -= us
    const name = byId.get(id)?.callFrame.functionName ?? ''
    if (before > 0 || name === '(idle)' || name === '(garbage collector)') continue
    all += us
    if (OWN.test(fileOf(id))) own += us
  }
  return { all, own }
}

export default telemetry
