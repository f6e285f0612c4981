import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Constant, constants } from './constants.ts'
import { ROOT } from './list.ts'
import { copyTree } from './tree.ts'

// Changes constants of the products in a copy of the tree, one of each product at a time, and counts the tests that fail, on SQLite:
// npm run test:constants -- [--only lots]
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

type Failed = { file: string; title: string }
type Report = {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}

const ON_SQLITE = '^(?!.*\\(postgres\\))'
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = copyTree()
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

function change({ path, from, to }: Constant): void {
  const text = readFileSync(join(ROOT, path), 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${path} has “${from}” not once`)
  writeFileSync(
    join(folder, path),
    text.replace(from, () => to),
  )
}

/** The unit and server tests that fail in the copy, once its generated documents agree with the constants. */
function failing(): Failed[] {
  for (const script of ['constants', 'machines']) execFileSync('npm', ['run', script], { cwd: folder, stdio: 'ignore' })
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const words = [
    'run',
    '--project',
    'unit',
    '--project',
    'server',
    '-t',
    ON_SQLITE,
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  spawnSync(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: folder,
    stdio: 'ignore',
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(folder, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ file, title: message.split('\n')[0] ?? '' }]
    return failed.map(({ fullName }) => ({ file, title: fullName }))
  })
}

const chosen = constants.filter(({ product }) => product.includes(values.only))
const products = [...new Set(chosen.map(({ product }) => product))].map((name) =>
  chosen.filter(({ product }) => product === name),
)
const rounds = Math.max(...products.map(({ length }) => length))
const counts = { terms: 0, other: 0 }
for (let round = 0; round < rounds; round++) {
  const changed = products.flatMap((all) => all[round] ?? [])
  changed.forEach(change)
  say(`\nround ${round + 1} of ${rounds}: ${changed.map(({ product, to }) => `${product} ${to}`).join('; ')}`)
  for (const { file, title } of failing()) {
    const terms = file.startsWith('tests/rules/')
    counts[terms ? 'terms' : 'other'] += 1
    say(`${terms ? 'rules' : 'OTHER'}  ${file}: ${title}`)
  }
  for (const { path } of changed) cpSync(join(ROOT, path), join(folder, path))
}
say(`\n${chosen.length} constants changed: ${counts.terms} tests of the rules failed, and ${counts.other} other tests`)
