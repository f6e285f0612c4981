import { describe, expect, it } from 'vitest'
import { actions } from './actions.ts'
import { kinds } from './kinds.ts'
import { commandOf, run } from './run.ts'

/** Enough to see everything that can happen: `npm run test:faults` takes twenty times as many, and further. */
const SEEDS = 12
const STEPS = 16

describe('the whole server, through good and bad days', () => {
  const seen = new Map<string, number>()
  const add = (stats: ReadonlyMap<string, number>) => {
    for (const [what, count] of stats) seen.set(what, (seen.get(what) ?? 0) + count)
  }

  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'keeps what it promises with seed %i',
    async (seed) => {
      const { violation, stats } = await run({ seed, steps: STEPS })
      add(stats)
      if (violation) expect.fail(`${violation.message}\n${await commandOf({ seed, steps: violation.step })}`)
    },
  )

  it('has seen everything that can happen', () => {
    const endings = kinds.flatMap((kind) => kind.endings.map((state) => `order: ${state}`))
    const faults = ['statement', 'commit'].flatMap((at) =>
      ['before', 'after'].flatMap((when) => ['fails', 'crashes'].map((effect) => `fault: ${effect} ${when} a ${at}`)),
    )
    const wanted = [...endings, ...faults, ...actions.map(({ name }) => `action: ${name}`)]
    expect(wanted.filter((what) => !seen.has(what))).toEqual([])
  })
})

it('gives the same run for the same seed, to the byte', async () => {
  const trace: string[][] = [[], []]
  for (const lines of trace) await run({ seed: 7, steps: 60, trace: (line) => lines.push(line) })
  expect(trace[0]?.length).toBeGreaterThan(500)
  expect(trace[1]).toEqual(trace[0])
})
