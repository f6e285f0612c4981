import { describe } from 'vitest'
import { type DatabaseKind, databaseKinds, everyKind } from './databases.ts'

/** Runs a suite on each database. If one is not available, its tests are skipped, and counted as such. */
export const describeEach = (name: string, suite: (kind: DatabaseKind) => void): void => describeOn({}, name, suite)

/** The same on these databases, or with its tests side by side. */
export function describeOn(
  { on = everyKind, concurrent = false }: { on?: readonly DatabaseKind[] | undefined; concurrent?: boolean },
  name: string,
  suite: (kind: DatabaseKind) => void,
): void {
  for (const kind of on) {
    const options = { skip: !databaseKinds.includes(kind), concurrent }
    describe(`${name} (${kind})`, options, () => suite(kind))
  }
}
