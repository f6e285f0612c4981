import { describe, expect, it } from 'vitest'
import { plantedHoles } from './holes.ts'
import { search } from './search.ts'

/*
 * Gains that nobody should have lie between two nouns, or at one moment: here all that a person can do is played together, by one account and by two
 * that share what comes of it, and nothing is gained. `TEST_SEED` looks elsewhere.
 */

const SEED = process.env.TEST_SEED ?? 'quoin'
/** Of each of the ways to try: the long form plays 10,000 strategies. */
const EACH = process.env.TEST_LONG ? 480 : 4

/** Where each planted hole is looked for. */
const where: Readonly<Record<string, { only: readonly string[]; each: number; seed?: string }>> = {
  'lent money is put at risk without cover': {
    only: ['borrows, takes out what is there, and gambles with the rest', 'borrows, and two bet against each other'],
    each: 6,
  },
  'lent money is hosted': { only: ['hosts what is lent'], each: 12 },
  'lent money is taken out': { only: ['borrows, and takes out'], each: 8 },
  'what is gained while the server is stopped is not limited': {
    only: ['is long and short over a stop of the server'],
    each: 12,
  },
  'what lots gain while the server is stopped is not limited': {
    only: ['is long and short in lots over a stop of the server'],
    each: 30,
    seed: 'two',
  },
  'a night is credited more than the spread': { only: ['holds lots over a rollover'], each: 30 },
  'the market does not gain what nights cost': { only: ['holds lots for weeks'], each: 8 },
  'a stop in lots opens at its own price, whatever the record': {
    only: ['waits with an order in lots at a price, and takes it back'],
    each: 30,
  },
  'a swap has no spread': { only: ['swaps at the record where the price has gone on'], each: 20 },
  'a quote holds whatever the price does': { only: ['holds a quote for the best moment'], each: 4, seed: 'two' },
  'a fixed deposit that is cancelled pays': { only: ['cancels a fixed deposit'], each: 3 },
  'an option opens at a tick that is known': { only: ['buys an option by what is shown'], each: 40 },
  'a plan pays the day that runs as it is joined': {
    only: ['joins a plan right before the end of a day, and leaves'],
    each: 3,
  },
  'added margin is forgotten as it takes effect': { only: ['adds margin and closes within a second'], each: 8 },
}

describe('economy: a search over all that people can do', () => {
  it('finds no gain, and no money that is nobody’s', async () => {
    expect(await search({ seed: SEED, each: EACH })).toEqual([])
  })

  it.each(Object.entries(plantedHoles))(
    'finds it where %s, and nothing there where that is mended',
    async (name, holes) => {
      const at = where[name]
      if (!at) throw new Error(`nobody looks where ${name}`)
      let found: unknown[] = []
      for (const seed of [at.seed ?? 'five', 'six', 'seven', 'eight']) {
        found = await search({ ...at, seed, holes, most: 1 })
        if (found.length > 0) break
      }
      expect(found).not.toEqual([])
      expect(await search({ seed: 'five', ...at })).toEqual([])
    },
  )
})
