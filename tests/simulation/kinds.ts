import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedKind } from './model.ts'

const files = await Promise.all(
  readdirSync(join(import.meta.dirname, 'kinds')).map((file): Promise<object> => import(`./kinds/${file}`)),
)
const isKind = (value: unknown): value is SimulatedKind => typeof value === 'object' && value !== null && 'ask' in value
const found = files.flatMap((file) => Object.values(file).filter(isKind))

/** The simulated kinds of order: the files of `kinds` by rank, since their order determines a seed's run. */
export const kinds = found
  .filter(({ rank }) => rank !== undefined)
  .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))

/** Kinds with their own seeds, beside the first two: mixed together, rare endings would need many more seeds. */
export const apart = found.filter(({ rank }) => rank === undefined)
