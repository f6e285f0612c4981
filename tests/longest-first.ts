import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait more than they work, or work longest: begun first, the others run beside them, and none of them runs alone at the end. */
const LONG = [
  'faults/kills',
  'simulation/simulation',
  'faults/database',
  'faults/stall',
  'operator/operator',
  'platform/process',
  'market/replay-size',
  'nodes/',
  'flows/',
]

/** Runs what takes long first, also on a machine that has not run the tests before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((part) => moduleId.includes(part))
      return place < 0 ? LONG.length : place
    }
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
