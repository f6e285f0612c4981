import { expect, it } from 'vitest'
import { describeOn } from '../describe-each.ts'
import { runKills } from './kills.ts'

/**
 * Of what moves money one point each, on one of the databases: `npm run test:faults` takes all points of all units of
 * work on each, and moments of chance.
 */
const some = {
  sqlite: ['submit/commit after', 'won/update accounts before'],
  postgres: ['lost/commit after'],
}
const units = {
  sqlite: { submit: 1, won: 1 },
  postgres: { lost: 1 },
}

describeOn({ concurrent: true }, 'a server that is killed', (kind) => {
  it('in the midst of an option’s life leaves all or nothing of each step, and the next one settles each once', async () => {
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
