import type { Benchmark } from './benchmark.ts'
import { median } from './figures.ts'
import type { Answers, Question } from './logins-clients.ts'
import { freshFolder, startPart, startServer } from './server.ts'

const FULL = { rounds: 3, windowMs: 5_000 }
const QUICK = { rounds: 1, windowMs: 1_000 }
const CLIENTS = 128

/** Latency of quotes while a flood of sign-ins keeps password hashing busy. */
const logins: Benchmark = async (bench) => {
  const { rounds, windowMs } = bench.quick ? QUICK : FULL
  const server = await startServer(bench, { DATA_DIR: freshFolder(bench) })
  const clients = await startPart(bench, 'logins-clients.ts')
  const during = async (count: number) => {
    const question: Question = { port: server.port, clients: count, ms: windowMs }
    const answers = await clients.ask<Answers>(question)
    bench.say(
      `${count} clients: ${answers.tries} tries, ${answers.hashed} hashed, quotes p99 ${answers.quoteP99.toFixed(1)} ms`,
    )
    return answers
  }
  await during(CLIENTS)
  const floods: Answers[] = []
  const quiet: Answers[] = []
  for (let round = 0; round < rounds; round++) {
    quiet.push(await during(0))
    floods.push(await during(CLIENTS))
  }
  await clients.stop()
  await server.stop()
  const p99 = (windows: readonly Answers[]) => median(windows.map(({ quoteP99 }) => quoteP99))
  const asked = `currency/quotation_new by one client that asks again 10 ms after each answer; ${rounds} windows of ${windowMs / 1000} s by turns`
  return [
    {
      what: 'quotes during a flood of sign-ins, p99',
      value: p99(floods),
      unit: 'ms',
      floor: `${p99(quiet).toFixed(1)} ms`,
      how: `${asked}; the floor is without them; ${CLIENTS} clients from as many network addresses as they make tries sign in under names of nobody, ${median(floods.map(({ tries }) => tries / (windowMs / 1000))).toFixed(0)} tries a second, of which ${median(floods.map(({ hashed }) => hashed / (windowMs / 1000))).toFixed(1)} were hashed and the others turned away`,
    },
  ]
}

export default logins
