import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import ownFolder from '../runner/own-folder.ts'
import { commandOf, run } from './run.ts'

process.on('exit', ownFolder())

// Runs one seed, or some: npm run test:simulate -- --seed 7 --steps 200 [--seeds 10] [--without 3,4] [--trace <file>]
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '200' },
    without: { type: 'string', default: '' },
    trace: { type: 'string' },
  },
})
const number = (text: string) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`${text} is no whole number`)
  return value
}
const say = (line: string) => process.stdout.write(`${line}\n`)
const steps = number(values.steps)
const without = values.without.split(',').filter(Boolean).map(number)

for (let seed = number(values.seed); seed < number(values.seed) + number(values.seeds); seed++) {
  const before = process.cpuUsage()
  const lines: string[] = []
  const trace = values.trace === undefined ? undefined : (line: string) => lines.push(line)
  const { hash, stats, violation } = await run({ seed, steps, without, trace: trace && ((line) => void trace(line)) })
  if (values.trace !== undefined) writeFileSync(values.trace, `${lines.join('\n')}\n`)
  // By all threads, independent of how busy the machine is with other work.
  const { user, system } = process.cpuUsage(before)
  say(`seed ${seed}, ${steps} steps, ${((user + system) / 1e6).toFixed(2)} s of CPU: ${hash}`)
  if (values.seeds === '1') for (const [what, count] of [...stats].sort()) say(`  ${what}: ${count}`)
  if (!violation) continue
  say(`\nstep ${violation.step}: ${violation.message}\n`)
  say(await commandOf({ seed, steps: violation.step, ...(without.length > 0 && { without }) }))
  process.exitCode = 1
  break
}
