import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutantsOf, ROOT } from './list.ts'
import { related, type Stage } from './related.ts'
import { rooms } from './rooms.ts'
import { explained } from './survivors.ts'
import { copyTree } from './tree.ts'

// Runs the tests of each mutant of a seeded list: npm run test:mutations -- [--seed a] [--from 50 --count 20] [--resume] [--only words]
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    lanes: { type: 'string', default: '2' },
    /** Keeps the results of earlier pieces. */
    resume: { type: 'boolean', default: false },
    /** Reruns surviving mutants. */
    again: { type: 'boolean', default: false },
  },
})

/** The allowed percentage of surviving mutants. */
const ALIVE_MAX = 0.03
/** A longer run, in ms, counts as hanging: a test detects that fault too. */
const HANGS_MS = 600_000
const NOTHING: Mutant = { id: 'nothing is changed', room: '', path: '', line: 0, text: '', tests: /^$/ }

/** `by`: the first test that failed; `hung` if none did in time. */
type Result = { seed: string; id: string; state: 'killed' | 'alive'; by?: string }

const KEPT = join(ROOT, 'node_modules/.cache/mutations.jsonl')
const say = (line: string) => process.stdout.write(`${line}\n`)
const running = new Set<ChildProcess>()
const folders: string[] = []
const end = () => {
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
process.on('exit', end)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

function newTree(): string {
  const folder = copyTree()
  folders.push(folder)
  return folder
}

/** The first test of a stage that fails, or undefined. */
async function failing(folder: string, { project, files, names }: Stage): Promise<string | undefined> {
  const words = ['run', '--project', project, '--bail', '1', ...(names ? ['-t', names] : []), ...files]
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
  let hung = false
  const timer = setTimeout(() => {
    hung = true
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }, HANGS_MS)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  running.delete(child)
  if (hung) return 'hung'
  if (code === 0) return undefined
  const [, by] = /^\s*FAIL\s+(.*)$/m.exec(said) ?? /(Unhandled \w+)/.exec(said) ?? []
  if (!by) throw new Error(`the tests did not run: ${said.slice(-2_000)}`)
  return by.trim()
}

async function ask(folder: string, { path, text, tests }: Mutant): Promise<string | undefined> {
  writeFileSync(join(folder, path), text)
  try {
    for (const stage of related(path, tests)) {
      const by = await failing(folder, stage)
      if (by) return by
    }
    return undefined
  } finally {
    cpSync(join(ROOT, path), join(folder, path))
  }
}

/** Runs all tests of all mutants on the unchanged code: a failure there would kill every mutant. */
async function askNothing(folder: string, mutants: readonly Mutant[]): Promise<void> {
  const stages = mutants.flatMap(({ path, tests }) => related(path, tests))
  for (const project of ['unit', 'server'] as const) {
    const files = [...new Set(stages.filter((stage) => stage.project === project).flatMap((stage) => stage.files))]
    const by = files.length > 0 ? await failing(folder, { project, files }) : undefined
    if (by) throw new Error(`a test fails although nothing is changed: ${by}`)
  }
}

const readKept = (): Result[] =>
  existsSync(KEPT)
    ? readFileSync(KEPT, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result)
    : []

async function main(): Promise<void> {
  const list = mutantsOf(values.seed)
  mkdirSync(dirname(KEPT), { recursive: true })
  if (!values.resume) rmSync(KEPT, { force: true })
  const found = new Map(
    readKept()
      .filter(({ seed }) => seed === values.seed)
      .map((result) => [result.id, result]),
  )
  const keep = (result: Result) => {
    found.set(result.id, result)
    appendFileSync(KEPT, `${JSON.stringify(result)}\n`)
  }
  const first = Number(values.from)
  const piece = list.slice(first, first + Number(values.count)).filter(({ id }) => id.includes(values.only))
  const todo = piece.filter(({ id }) => {
    const state = found.get(id)?.state
    return state === undefined || (values.again && state === 'alive')
  })
  say(`seed ${values.seed}: ${list.length} mutants, ${todo.length} to ask`)

  const lanes = Array.from({ length: Math.min(Number(values.lanes), todo.length) }, newTree)
  const [lane] = lanes
  if (lane && !found.has(NOTHING.id)) {
    await askNothing(lane, list)
    keep({ seed: values.seed, id: NOTHING.id, state: 'alive' })
  }
  const queue = [...todo]
  await Promise.all(
    lanes.map(async (folder) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const begun = performance.now()
        const by = await ask(folder, mutant)
        keep({ seed: values.seed, id: mutant.id, ...(by === undefined ? { state: 'alive' } : { state: 'killed', by }) })
        const seconds = Math.round((performance.now() - begun) / 1000)
        say(
          `${String(list.indexOf(mutant)).padStart(4)} ${by ? 'killed' : 'ALIVE '} ${seconds} s  ${mutant.id}${by ? `\n     by ${by}` : ''}`,
        )
      }
    }),
  )
  report(list, found)
}

function report(list: readonly Mutant[], found: ReadonlyMap<string, Result>): void {
  const asked = list.filter(({ id }) => found.has(id))
  const alive = asked.filter(({ id }) => found.get(id)?.state === 'alive')
  say(`\n${''.padEnd(12)}${['mutants', 'asked', 'killed', 'alive'].map((head) => head.padStart(9)).join('')}`)
  const row = (name: string, of: (mutant: Mutant) => boolean) => {
    const [all, own, living] = [list, asked, alive].map((some) => some.filter(of).length)
    say(
      name.padEnd(12) + [all, own, (own ?? 0) - (living ?? 0), living].map((each) => String(each).padStart(9)).join(''),
    )
  }
  for (const name of ['named', ...rooms.map(({ name }) => name)]) row(name, ({ room }) => room === name)
  row('in all', () => true)
  for (const { id, path, line } of alive) say(`\nalive: ${id}\n  ${path}:${line}: ${explained[id] ?? 'NOT EXPLAINED'}`)
  const ids = new Set(list.map(({ id }) => id))
  for (const id of Object.keys(explained))
    if (!ids.has(id) || found.get(id)?.state === 'killed') say(`\nexplained, and not alive: ${id}`)
  const share = alive.length / Math.max(asked.length, 1)
  say(
    `\n${(share * 100).toFixed(1)}% alive; at most ${ALIVE_MAX * 100}% may be, each of them explained in tests/mutations/survivors.ts`,
  )
  if (share > ALIVE_MAX || alive.some(({ id }) => !(id in explained))) process.exitCode = 1
}

await main()
