import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../databases.ts'
import { runKills } from './kills.ts'

/** Of each unit of work one point, and what is peculiar to its commit: `npm run test:faults` takes them all. */
const some = [
  'submit/insert entries before',
  'submit/commit after',
  'open/insert events before',
  'won/insert accounts before',
  'lost/commit after',
  'unexpected/commit before',
  'record/insert ticks before',
]

describe.concurrent.each(databaseKinds)('a server that is killed (%s)', (kind) => {
  it('in the midst of an option’s life leaves all or nothing of each step, and the next one settles each once', async () => {
    const { kills, states } = await runKills({
      kind,
      seed: 'short',
      at: (points) => points.filter(({ point, moment }) => some.includes(`${point} ${moment}`)),
      random: 1,
    })
    expect(kills).toEqual({ submit: 2, open: 1, won: 1, lost: 1, unexpected: 1, record: 1, chance: 1 })
    expect(Object.keys(states).filter((state) => state === 'accepted' || state === 'open')).toEqual([])
  }, 180_000)
})
