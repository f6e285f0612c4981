import { join } from 'node:path'
import { openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { median } from './figures.ts'
import { freshSchema } from './orders.ts'
import { openPlatform, signUp } from './orders-people.ts'
import { freshFolder, startPart, startServer } from './server.ts'
import type { Answers, Question } from './stall-clients.ts'

const FULL = { rounds: 3, windowMs: 5_000, attacks: [1, 2, 20] }
const QUICK = { rounds: 1, windowMs: 1_500, attacks: [20] }

/** Effect of the most expensive burst of calls within limits on prices made and prices requested. */
const stall: Benchmark = async (bench) => {
  const folder = freshFolder(bench)
  const url = await freshSchema(bench)
  return [
    ...(await measure(bench, 'SQLite', { DATA_DIR: folder }, join(folder, 'quoin.db'))),
    ...(await measure(bench, 'PostgreSQL', { DATA_DIR: freshFolder(bench), DATABASE_URL: url }, url)),
  ]
}

async function measure(bench: Bench, kind: string, settings: Record<string, string>, place: string): Promise<Row[]> {
  const { rounds, windowMs, attacks } = bench.quick ? QUICK : FULL
  const database = settings.DATABASE_URL ? await openPostgres(place) : openSqlite(place)
  const platform = await openPlatform(database)
  const people = await signUp(platform, rounds * attacks.reduce((sum, count) => sum + count, 1))
  // An attacker has used up a minute's rate limit: each window has others.
  const fresh = [...people]
  await database.close()
  const server = await startServer(bench, settings)
  const clients = await startPart(bench, 'stall-clients.ts')
  const during = async (count: number) => {
    const tokens = fresh.splice(0, count).map(({ token }) => token)
    const question: Question = { port: server.port, tokens, ms: windowMs }
    const answers = await clients.ask<Answers>(question)
    bench.say(
      `${kind}, ${count} people: ${answers.answered} answered, ${answers.refused} refused, longest gap ${answers.gap} ms, frames p99 ${answers.frameP99} ms, quotes p99 ${answers.quoteP99.toFixed(1)} ms`,
    )
    return answers
  }
  await during(1)
  const quiet: Answers[] = []
  const worst = { gap: 0, quoteP99: 0, frameP99: 0 }
  for (const count of attacks) {
    const seen: Answers[] = []
    for (let round = 0; round < rounds; round++) {
      quiet.push(await during(0))
      seen.push(await during(count))
    }
    for (const name of ['gap', 'quoteP99', 'frameP99'] as const) {
      worst[name] = Math.max(worst[name], median(seen.map((answers) => answers[name])))
    }
  }
  await clients.stop()
  await server.stop()
  const calm = (name: 'gap' | 'quoteP99' | 'frameP99') => median(quiet.map((answers) => answers[name])).toFixed(0)
  const how = `${attacks.join(', ')} people ask over 40 connections, 16 calls in one piece, for candles, 1,000 bars each, half of them old, as many as they may and on; of each ${rounds} windows of ${windowMs / 1000} s by turns with none the median, of these the worst`
  return [
    {
      what: `longest gap between ticks under expensive calls on ${kind}`,
      value: worst.gap,
      unit: 'ms',
      aim: { atMost: 500 },
      floor: `${calm('gap')} ms`,
      how: `as the market dates its frames; the floor is without the calls; ${how}`,
    },
    {
      what: `quotes under expensive calls on ${kind}, p99`,
      value: worst.quoteP99,
      unit: 'ms',
      aim: { atMost: 100 },
      floor: `${calm('quoteP99')} ms`,
      how: 'currency/quotation_new by one more client that asks again 10 ms after each answer',
    },
    {
      what: `frames under expensive calls on ${kind}, p99`,
      value: worst.frameP99,
      unit: 'ms',
      floor: `${calm('frameP99')} ms`,
      how: "from the market's date to a socket that reads",
    },
  ]
}

export default stall
