import { type SpawnOptions, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

// npm run check: types, lint and the tidy test side by side; each prints in one piece when it ends.
const parts = [
  ['types', 'tsc'],
  ['lint', 'biome', 'check', '.'],
  ['tidy', 'vitest', 'run', '--project', 'tidy', '--reporter', 'minimal'],
] as const

const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env
const options = { env, stdio: ['ignore', 'pipe', 'pipe'] } as const satisfies SpawnOptions

/** Its exit code; where a signal ended it, or it could not be started, 1. */
async function run([name, command, ...words]: (typeof parts)[number]): Promise<number> {
  const began = performance.now()
  const child = spawn(command, words, options)
  const code = new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (status) => resolve(status ?? 1))
  })
  const said = (await Promise.all([text(child.stdout), text(child.stderr), code])).slice(0, 2).join('').trim()
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(`${said}\n${(await code) === 0 ? 'passed' : 'FAILED'}: ${name}, ${seconds} s\n\n`)
  return code
}

await Promise.all(
  parts.map(async (part) => {
    const code = await run(part)
    // The first failure determines the exit code.
    process.exitCode ||= code
  }),
)
