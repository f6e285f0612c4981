import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

// Runs the suite, or some of its tests, while every core is kept busy twice over: npm run test:busy [-- vitest's own words]
const LOAD = 2 * availableParallelism()
const words = process.argv.slice(2)
const whole = [
  ['vitest', 'run', '--project', 'unit', '--project', 'server'],
  ['playwright', 'test', '-c', 'tests/browser/playwright.config.ts'],
]
const runs = words.length > 0 ? [['vitest', 'run', ...words]] : whole

const busy: ChildProcess[] = Array.from({ length: LOAD }, () => spawn(process.execPath, ['-e', 'for (;;);']))
process.on('exit', () => {
  for (const each of busy) each.kill('SIGKILL')
})
process.on('SIGINT', () => process.exit(130))
for (const run of runs) {
  const [code] = await once(spawn('npx', run, { stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exitCode = 1
}
process.exit()
