import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { databaseKinds } from '../databases.ts'
import { type KillSummary, runKills } from './kills.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    on: { type: 'string' },
    points: { type: 'boolean', default: true },
    random: { type: 'string', default: '60' },
    simulation: { type: 'boolean', default: true },
    commands: { type: 'boolean', default: true },
    economy: { type: 'boolean', default: true },
    walks: { type: 'boolean', default: true },
    quiet: { type: 'boolean', default: false },
  },
})
const { seed } = values
/** The browser's tests that are longer here. */
const LONG_WALKS = ['connection', 'installed', 'languages', 'layout-shift', 'paths']
const print = (line: string) => process.stdout.write(`${line}\n`)

/** The long forms of other tests, in separate processes; skipped when the kills of one database are repeated. */
function others(): void {
  if (values.on) return
  const env = { ...process.env, TEST_LONG: 'yes', TEST_SEED: seed }
  const run = (command: string, ...words: readonly string[]) => {
    const { status } = spawnSync(command, words, { stdio: 'inherit', env })
    if (status !== 0) process.exitCode = 1
  }
  if (values.simulation) run(process.execPath, 'tests/simulation/main.ts', '--seeds', '250', '--steps', '16')
  if (values.commands) run('npx', 'vitest', 'run', '--project', 'server')
  if (values.economy) run('npx', 'vitest', 'run', '--project', 'unit', 'tests/economy')
  if (values.walks) run('npx', 'vitest', 'run', '--project', 'unit', 'tests/models')
  if (values.walks) run('npx', 'playwright', 'test', '-c', 'tests/browser/playwright.config.ts', ...LONG_WALKS)
}

/**
 * The long run: each write point, and moments of chance, on each database, all at a time. `--on sqlite`, `--no-points` and
 * `--random 0` leave parts out. Then the simulation over more seeds, the long form of the whole server stage, 10,000
 * strategies to gain by all that people can do, every path of each machine, and every walk through the app in a browser. Of the
 * server stage, every suite runs on both databases, with more commands of money and of orders, these on two nodes as well, and
 * more rounds of the attacks on contracts, coins and lots.
 */
async function main(): Promise<void> {
  const begun = performance.now()
  const random = Number(values.random)
  const say = values.quiet ? () => {} : print
  print(`seed ${seed}`)
  const kinds = databaseKinds.filter((kind) => !values.on || kind === values.on)
  const summaries = await Promise.all(
    kinds.flatMap((kind) => [
      ...(values.points ? [runKills({ kind, seed, at: (points) => points, random: 0, say })] : []),
      ...(random > 0 ? [runKills({ kind, seed, at: () => [], random, say })] : []),
    ]),
  )
  print(table(summaries))
  print(`${Math.round((performance.now() - begun) / 1000)} s; repeat with: npm run test:faults -- --seed ${seed}`)
}

const sum = (counts: readonly Record<string, number>[]) => {
  const total: Record<string, number> = {}
  for (const count of counts)
    for (const [name, value] of Object.entries(count)) total[name] = (total[name] ?? 0) + value
  return total
}

function table(summaries: readonly KillSummary[]): string {
  const kinds = [...new Set(summaries.map(({ kind }) => kind))]
  const of = (kind: string) => summaries.filter((summary) => summary.kind === kind)
  const columns = kinds.map((kind) => {
    const own = of(kind)
    const kills = sum(own.map((summary) => summary.kills))
    const { points, resent, jumps, checks } = sum(
      own.map(({ points, resent, jumps, checks }) => ({ points, resent, jumps, checks })),
    )
    return {
      ...Object.fromEntries(Object.entries(kills).map(([unit, count]) => [`killed in ${unit}`, count])),
      'killed in all': Object.values(kills).reduce((total, count) => total + count, 0),
      ...Object.fromEntries(
        Object.entries(sum(own.map(({ states }) => states))).map(([state, count]) => [`orders ${state}`, count]),
      ),
      'requests sent again': resent ?? 0,
      'clock set': jumps ?? 0,
      'write points': (points ?? 0) / own.length,
      'invariants checked': checks ?? 0,
    } as Record<string, number>
  })
  const names = [...new Set(columns.flatMap(Object.keys))]
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(10))).join('')
  return [
    line(['', ...kinds]),
    ...names.map((name) => line([name, ...columns.map((column) => column[name] ?? 0)])),
  ].join('\n')
}

await main()
others()
