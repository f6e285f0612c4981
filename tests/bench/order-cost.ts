import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { paired } from './figures.ts'
import { onEachDatabase, openPlace, type Place } from './one-person.ts'
import { administer, freshSchema } from './orders.ts'
import type { Answers, Question } from './orders-clients.ts'
import { type Person, ready } from './orders-people.ts'
import { cpuSecondsOf, freshFolder, type Measured, startPart, startServer } from './server.ts'

const FULL = { rounds: 3, windowMs: 5_000, idleMs: 3_000 }
const QUICK: typeof FULL = { rounds: 1, windowMs: 1_000, idleMs: 1_000 }
/** Longer than the last option waits for its opening. */
const OPENED_MS = 2_500
const PEOPLE = 500
/** Two full groups: one is stored while the next arrives. */
const CLIENTS = 64

type Server = Measured & { port: number; people: readonly Person[] }
type Windows = { cpu(): Promise<number>; rates: number[] }

/** CPU time of an option, bought over HTTP and opened, against a server by hand with the fewest statements. */
const orderCost: Benchmark = (bench) =>
  onEachDatabase(bench, async (place) => {
    // A short window gives no figure there: PostgreSQL's background processes count, too.
    if (bench.quick && place.kind === 'PostgreSQL') return []
    const platform = await openPlace(place)
    const people = await ready(platform, PEOPLE)
    await platform.database.close()
    return measure(bench, place, people)
  })

async function measure(bench: Bench, { kind, settings }: Place, people: readonly Person[]): Promise<Row[]> {
  const server = { ...(await startServer(bench, settings)), people }
  const floorPlace = kind === 'PostgreSQL' ? await freshSchema(bench) : join(freshFolder(bench), 'floor.db')
  const part = await startPart<{ port: number; people: Person[] }>(bench, 'floor/orders-by-hand.ts', floorPlace, PEOPLE)
  const ours = windowsOf(bench, 'ours', kind, server)
  const floor = windowsOf(bench, 'the floor', kind, { ...part, ...part.first })
  const { rounds, windowMs } = bench.quick ? QUICK : FULL
  const cost = await paired(rounds, ours.cpu, floor.cpu)
  await server.stop()
  await part.stop()
  const most = (of: Windows) => `${Math.max(...of.rates).toFixed(0)}/s`
  return [
    {
      what: `CPU time of an option on ${kind}, bought and opened`,
      value: cost.ratio,
      unit: 'x',
      aim: { atMost: 2 },
      ours: `${cost.ours.toFixed(0)} µs`,
      floor: `${cost.floor.toFixed(0)} µs`,
      how: `server process and the database’s, less what they take without calls; ${CLIENTS} clients in another process, ${PEOPLE} people; ${rounds} windows of ${windowMs / 1000} s by turns; the floor: a server by hand that keeps the same promises with five statements for an order and two for its opening, in groups of 32`,
    },
    {
      what: `options a second on ${kind}, server and clients on one machine`,
      value: Math.max(...ours.rates) / Math.max(...floor.rates),
      unit: 'x',
      ours: most(ours),
      floor: most(floor),
      how: 'the best window of each, in the same runs',
    },
  ]
}

function windowsOf(bench: Bench, whose: string, kind: Place['kind'], { port, people, cpuSeconds }: Server): Windows {
  const { windowMs, idleMs } = bench.quick ? QUICK : FULL
  const rates: number[] = []
  const all = () => cpuSeconds() + cpuSecondsOf('postgres')
  const cpu = async () => {
    const clients = await startPart(bench, 'orders-clients.ts')
    const question: Question = { act: 'order', port, people, clients: CLIENTS, ms: windowMs }
    if (rates.length === 0) await clients.ask<Answers>({ ...question, ms: bench.quick ? 500 : 2_000 })
    await sleep(OPENED_MS)
    // As autovacuum does within a minute: with outdated statistics, a statement may scan a whole table.
    if (kind === 'PostgreSQL') await administer('analyze')
    const first = all()
    await sleep(idleMs)
    const idle = (all() - first) / idleMs
    const before = all()
    const begun = performance.now()
    const answers = await clients.ask<Answers>(question)
    await sleep(OPENED_MS)
    const seconds = all() - before - idle * (performance.now() - begun)
    if (answers.refused) throw new Error(`an order was not taken: ${answers.refused}`)
    await clients.stop()
    const each = (seconds * 1e6) / answers.acts
    rates.push(answers.acts / (windowMs / 1000))
    bench.say(
      `${whose}: ${each.toFixed(0)} µs, ${rates.at(-1)?.toFixed(0)}/s, p99 ${answers.p99.toFixed(1)} ms, of quotes ${answers.quoteP99.toFixed(1)} ms`,
    )
    return each
  }
  return { cpu, rates }
}

export default orderCost
