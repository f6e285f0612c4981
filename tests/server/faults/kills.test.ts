import { expect, it } from 'vitest'
import { sqliteFirst } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { runKills } from './kills.ts'

/**
 * One point for each movement of money. `npm run test:faults` takes all points of all units of work on each database, and random times.
 * `nodes/three.test.ts` kills nodes on PostgreSQL.
 */
const some = {
  sqlite: ['submit/commit after', 'won/update accounts before'],
  postgres: ['lost/commit after'],
}
const units = {
  sqlite: { submit: 1, won: 1 },
  postgres: { lost: 1 },
}

describeOn({ on: sqliteFirst, concurrent: true }, 'a server that is killed', (kind) => {
  it('during an option’s life leaves each step atomic, and the next start settles each once', async () => {
    const { kills, states } = await runKills({
      kind,
      seed: 'short',
      at: (points) => points.filter(({ point, moment }) => some[kind].includes(`${point} ${moment}`)),
      random: 0,
    })
    expect(kills).toEqual(units[kind])
    expect(Object.keys(states).filter((state) => state === 'accepted' || state === 'open')).toEqual([])
  })
})
