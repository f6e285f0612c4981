import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedKind } from './model.ts'

const files = await Promise.all(
  readdirSync(join(import.meta.dirname, 'kinds')).map((file): Promise<object> => import(`./kinds/${file}`)),
)
const isKind = (value: unknown): value is SimulatedKind => typeof value === 'object' && value !== null && 'ask' in value
const found = files.flatMap((file) => Object.values(file).filter(isKind))

/** The kinds of order in the simulation: the files of `kinds`, by rank, because their order determines what a seed does. */
export const kinds = found
  .filter(({ rank }) => rank !== undefined)
  .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))

/**
 * The kinds with their own seeds, together with the first two: with all kinds together, the rare outcomes of the others would need many
 * more seeds.
 */
export const apart = found.filter(({ rank }) => rank === undefined)
