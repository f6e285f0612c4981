import type { Bench, Benchmark } from './benchmark.ts'
import { quantile } from './figures.ts'
import { freshFolder, startServer } from './server.ts'

const ROUNDS = 5
const QUICK_ROUNDS = 1

type Start = { wallMs: number; workMs: number }

/** Starts the server on a data folder until it listens, and stops it. */
async function start(bench: Bench, folder: string): Promise<Start> {
  const begun = performance.now()
  const server = await startServer(bench, { DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const measured = { wallMs: performance.now() - begun, workMs: server.cpuSeconds() * 1_000 }
  await server.stop()
  return measured
}

/** Time to start. The aims are CPU time of all threads, which does not depend on other load. */
const startBench: Benchmark = async (bench) => {
  const rounds = bench.quick ? QUICK_ROUNDS : ROUNDS
  bench.say('one start beforehand, which builds the app where it is not built')
  await start(bench, freshFolder(bench))
  const starts: Record<'first' | 'again', Start[]> = { first: [], again: [] }
  for (let round = 1; round <= rounds; round++) {
    const folder = freshFolder(bench)
    for (const kind of ['first', 'again'] as const) starts[kind].push(await start(bench, folder))
    bench.say(`round ${round} of ${rounds}`)
  }
  const row = (what: string, kind: 'first' | 'again', atMost: number, how: string) => ({
    what,
    value: quantile(
      starts[kind].map(({ workMs }) => workMs),
      0.5,
    ),
    unit: 'ms' as const,
    aim: { atMost },
    ours: `${Math.round(Math.min(...starts[kind].map(({ wallMs }) => wallMs)))} ms by the clock, at best`,
    how: `${how}, on SQLite, the app built: CPU time of all threads until it says where it listens, median of ${rounds}`,
  })
  return [
    row('first start, CPU time', 'first', 10_000, 'an empty data folder, which is given its database and its history'),
    row('restart, CPU time', 'again', 2_000, 'the same folder again'),
  ]
}

export default startBench
