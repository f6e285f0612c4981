import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, platform, release } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Benchmark } from './benchmark.ts'
import { benchmarks } from './benchmarks.ts'
import { type Compared, compare, isWorse, keptIn } from './kept.ts'
import { tableOf } from './table.ts'

/**
 * Measures the app and its server against floors: `npm run bench`, or `npm run bench -- bundle paint` for some.
 * `--out <file>` writes the table into a file too. `--quick` gives orders of magnitude, each beside its figure in
 * docs/bench.md, and lists what is worse than that. It is not a test: a missed aim is a line in the table.
 */

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}\n`)
  process.exit(2)
}
const chosen = Object.entries(benchmarks).filter(([name]) => positionals.length === 0 || positionals.includes(name))

const say = (name: string) => (text: string) => void process.stderr.write(`${name}: ${text}\n`)

/** The environment of the figures. */
const machine = `${cpus()[0]?.model ?? 'a processor'} (${availableParallelism()} threads), ${platform()} ${release()}, Node ${process.version}`

async function measure(name: string, load: () => Promise<{ default: Benchmark }>) {
  const ends: (() => unknown)[] = []
  try {
    const { default: benchmark } = await load()
    return await benchmark({ quick: values.quick, say: say(name), after: (end) => ends.push(end) })
  } catch (error) {
    process.exitCode = 1
    say(name)(`could not be measured: ${error instanceof Error ? error.stack : error}`)
    return []
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const printed: string[] = []
function print(text: string): void {
  printed.push(text)
  process.stdout.write(`${text}\n`)
}

async function printTables(): Promise<void> {
  for (const [name, load] of chosen) {
    const rows = await measure(name, load)
    if (rows.length > 0) print(tableOf(name, rows))
  }
}

async function printQuick(): Promise<void> {
  const kept = keptIn(readFileSync(join(import.meta.dirname, '../../docs/bench.md'), 'utf8'))
  const begun = performance.now()
  const all: Compared[] = []
  for (const [name, load] of chosen) {
    const before = performance.now()
    const own = kept.filter(({ benchmark }) => benchmark === name)
    const rows = await measure(name, load)
    print(`${name}, ${((performance.now() - before) / 1_000).toFixed(0)} s`)
    for (const row of rows) {
      const compared = compare(
        row,
        own.find(({ figure }) => figure === row.what),
      )
      all.push(compared)
      print(`  ${compared.figure}: ${compared.now}, kept ${compared.kept}`)
    }
    for (const { figure, ours } of own)
      if (!rows.some(({ what }) => what === figure)) print(`  ${figure}: not measured, kept ${ours}`)
  }
  const worse = all.filter(isWorse)
  print(worse.length === 0 ? 'Nothing is worse than kept by more than 20%.' : 'Worse than kept by more than 20%:')
  for (const { figure, now, kept: before, worse: times = 0 } of worse)
    print(`  ${figure}: ${now}, kept ${before}, ${times.toFixed(1)} times as bad`)
  print(`It took ${((performance.now() - begun) / 1_000).toFixed(0)} s.`)
}

await (values.quick ? printQuick() : printTables())
print(machine)
if (values.out) writeFileSync(values.out, `${printed.join('\n')}\n`)
