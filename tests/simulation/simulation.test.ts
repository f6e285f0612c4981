import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { modules } from '../../server/modules.ts'
import { judges } from '../server/judges.ts'
import type { Judge } from '../server/kit/judge.ts'
import { reservationJudge } from '../server/orders/reservation/judge.ts'
import { reservation } from '../server/orders/reservation/module.ts'
import { simulatedReservation } from '../server/orders/reservation/simulated.ts'
import { actions } from './actions.ts'
import { apart, kinds } from './kinds.ts'
import type { SimulatedKind } from './model.ts'
import { commandOf, run } from './run.ts'
import type { Listed } from './world.ts'

/** `npm run test:faults` takes enough to see everything that can happen, and then more. */
const LONG = process.env.TEST_LONG !== undefined
const SEEDS = LONG ? 90 : 4
const STEPS = 16
const UNTIL_SEEN_SEEDS_MAX = 12

describe('simulation: the whole server, through good and bad days', () => {
  const seen = new Map<string, number>()
  const hashes: string[] = []
  const add = (stats: ReadonlyMap<string, number>) => {
    for (const [what, count] of stats) seen.set(what, (seen.get(what) ?? 0) + count)
  }

  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'keeps what it promises with seed %i',
    async (seed) => {
      const { violation, stats, hash } = await run({ seed, steps: STEPS })
      hashes.push(hash)
      add(stats)
      if (violation) expect.fail(`${violation.message}\n${await commandOf({ seed, steps: violation.step })}`)
    },
  )

  it.runIf(LONG)('has seen everything that can happen', () => {
    const endings = kinds.flatMap((kind) => kind.endings.map((state) => `order: ${state}`))
    const faults = ['statement', 'commit'].flatMap((at) =>
      ['before', 'after'].flatMap((when) => ['fails', 'crashes'].map((effect) => `fault: ${effect} ${when} a ${at}`)),
    )
    const all = [...actions, ...kinds.flatMap((kind) => kind.actions ?? [])]
    const wanted = [...endings, ...faults, ...all.map(({ name }) => `action: ${name}`)]
    expect(wanted.filter((what) => !seen.has(what))).toEqual([])
  })

  it('are the same for the same seed, to the byte', async () => {
    const lines: string[] = []
    const { hash } = await run({ seed: 1, steps: STEPS, trace: (line) => lines.push(line) })
    expect(lines.length).toBeGreaterThan(100)
    expect(hash).toBe(hashes[0])
    expect(new Set(hashes).size).toBe(SEEDS)
  })

  it('are the same for a seed after others as for a seed alone', async () => {
    const main = join(import.meta.dirname, 'main.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--seed', `${SEEDS}`, '--steps', `${STEPS}`])
    expect(hashes.at(-1)).toMatch(/^[0-9a-f]{64}$/)
    expect(stdout).toContain(`${hashes.at(-1)}\n`)
  })
})

it('simulation: takes a kind of order that is only listed through good and bad days, beside the others', async () => {
  const listed = {
    // With one other kind, so that few seeds cover everything.
    kinds: [...kinds.slice(0, 1), simulatedReservation as SimulatedKind],
    modules: [...modules, reservation],
    judges: [...judges, reservationJudge as Judge],
  }
  // Those of the others are seen above, where there is room for the rare ones.
  await runUntilSeen(
    listed,
    simulatedReservation.endings.map((state) => `order: ${state}`),
  )
})

it('simulation: takes what places orders of another kind for people through good and bad days', async () => {
  const listed = { kinds: [...kinds.slice(0, 2), ...apart], modules, judges }
  const actionsOf = apart.flatMap((kind) => kind.actions ?? []).map(({ name }) => `action: ${name}`)
  await runUntilSeen(listed, [...apart.flatMap((kind) => kind.endings.map((state) => `order: ${state}`)), ...actionsOf])
})

/** Runs seed after seed until all of this has been seen, some of them at most. */
async function runUntilSeen(listed: Listed, wanted: readonly string[]): Promise<void> {
  const seen = new Set<string>()
  const missing = () => wanted.filter((what) => !seen.has(what))
  for (let seed = 1; seed <= UNTIL_SEEN_SEEDS_MAX && missing().length > 0; seed++) {
    const { violation, stats } = await run({ seed, steps: 24, listed })
    if (violation) expect.fail(`seed ${seed}, step ${violation.step}: ${violation.message}`)
    for (const what of stats.keys()) seen.add(what)
  }
  expect(missing()).toEqual([])
}
