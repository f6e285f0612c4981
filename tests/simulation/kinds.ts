import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedKind } from './model.ts'

const files = await Promise.all(
  readdirSync(join(import.meta.dirname, 'kinds')).map((file): Promise<object> => import(`./kinds/${file}`)),
)
const isKind = (value: unknown): value is SimulatedKind => typeof value === 'object' && value !== null && 'ask' in value
const found = files.flatMap((file) => Object.values(file).filter(isKind))

/** What people in the simulation order: the files of `kinds`, by their rank, since their order decides what a seed does. */
export const kinds = found
  .filter(({ rank }) => rank !== undefined)
  .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))

/** What has seeds of its own, beside the first two: among all of them the rare endings of the others would want many more. */
export const apart = found.filter(({ rank }) => rank === undefined)
