import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, platform, release } from 'node:os'
import { parseArgs } from 'node:util'
import type { Benchmark } from './benchmark.ts'
import { tableOf } from './table.ts'

/**
 * Measures the app and its server against floors: `npm run bench`, or `npm run bench -- bundle paint` for some.
 * `--out <file>` writes the table into a file too. It is not a test: a missed aim is a line in the table.
 */

const benchmarks: Record<string, () => Promise<{ default: Benchmark }>> = {
  bundle: () => import('./bundle.ts'),
  paint: () => import('./paint.ts'),
  ticks: () => import('./ticks.ts'),
  book: () => import('./book.ts'),
  positions: () => import('./positions.ts'),
  chart: () => import('./chart.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  'fan-out': () => import('./fan-out.ts'),
  orders: () => import('./orders.ts'),
  'order-cost': () => import('./order-cost.ts'),
  funds: () => import('./funds.ts'),
  triggers: () => import('./triggers.ts'),
  accruals: () => import('./accruals.ts'),
  records: () => import('./records.ts'),
  logins: () => import('./logins.ts'),
  ledger: () => import('./ledger.ts'),
  history: () => import('./history.ts'),
  many: () => import('./many.ts'),
  stall: () => import('./stall.ts'),
  compression: () => import('./compression.ts'),
  start: () => import('./start.ts'),
  replay: () => import('./replay.ts'),
  telemetry: () => import('./telemetry.ts'),
}

const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}\n`)
  process.exit(2)
}

const say = (name: string) => (text: string) => void process.stderr.write(`${name}: ${text}\n`)

/** The environment of the figures. */
const machine = `${cpus()[0]?.model ?? 'a processor'} (${availableParallelism()} threads), ${platform()} ${release()}, Node ${process.version}`

async function measure(name: string, load: () => Promise<{ default: Benchmark }>) {
  const ends: (() => unknown)[] = []
  try {
    const { default: benchmark } = await load()
    return await benchmark({ say: say(name), after: (end) => ends.push(end) })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const sections: string[] = []
for (const [name, load] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  try {
    const section = tableOf(name, await measure(name, load))
    sections.push(section)
    process.stdout.write(`${section}\n`)
  } catch (error) {
    process.exitCode = 1
    say(name)(`could not be measured: ${error instanceof Error ? error.stack : error}`)
  }
}
process.stdout.write(`${machine}\n`)
if (values.out) writeFileSync(values.out, `${sections.join('\n')}\n${machine}\n`)
