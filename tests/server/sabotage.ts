import type { KyselyPlugin } from 'kysely'

/** The statement that was to fail has failed. */
export class Sabotage extends Error {}

/** A plugin of the database that counts statements, and lets one of them fail: before it was run, or after. */
export function createSaboteur() {
  let left = Number.POSITIVE_INFINITY
  let moment: 'before' | 'after' = 'before'
  let count = 0
  const strike = () => {
    throw new Sabotage(`statement ${count} fails`)
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      left -= 1
      if (left === 0 && moment === 'before') strike()
      return node
    },
    async transformResult({ result }) {
      if (left === 0 && moment === 'after') strike()
      return result
    },
  }
  return {
    plugin,
    /** The `number`th statement from now on fails, and no other. */
    arm(number: number, when: 'before' | 'after') {
      left = number
      moment = when
    },
    disarm() {
      left = Number.POSITIVE_INFINITY
    },
    /** How many statements `work` makes. */
    async counted(work: () => Promise<unknown>): Promise<number> {
      const before = count
      await work()
      return count - before
    },
  }
}
