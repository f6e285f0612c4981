import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

// npm test: everything. npm test -- <noun>: the unit, server and browser tests whose path names the noun.
const [noun] = process.argv.slice(2)

const BROWSER = ['playwright', 'test', '-c', 'tests/browser/playwright.config.ts']
const all = [['node', 'tests/check.ts'], ['vitest', 'run', '--project', 'unit', '--project', 'server'], BROWSER]

function stagesOf(noun: string): string[][] {
  const files = globSync('tests/**/*.test.{ts,tsx}').filter((path) => path.includes(noun))
  const inBrowser = files.filter((path) => path.startsWith('tests/browser/'))
  const inNode = files.filter((path) => !path.startsWith('tests/browser/'))
  if (files.length === 0) {
    process.stderr.write(`no test file has ${noun} in its path\n`)
    process.exit(1)
  }
  return [
    ...(inNode.length > 0 ? [['vitest', 'run', '--project', 'unit', '--project', 'server', ...inNode]] : []),
    ...(inBrowser.length > 0 ? [[...BROWSER, ...inBrowser]] : []),
  ]
}

for (const [command = '', ...words] of noun === undefined ? all : stagesOf(noun)) {
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
