import { hash } from 'node:crypto'
import { PLAN_DAYS } from '../../src/rules/plan/plan.ts'
import type { Random } from '../platform/random.ts'

const sha256 = (text: string) => hash('sha256', text)

/** The start of a new chain: 256 random bits, in hexadecimal digits. It determines every day's rate. */
export const newStart = (random: Random): string => Buffer.from(random.bytes(32)).toString('hex')

/** Chains to keep in memory: more than there are open plans. */
const CHAINS_KEPT = 32
/** The links of the chains used last, by start and day. */
const kept = new Map<string, readonly string[]>()

/** The link of a day: the start, hashed as often as days are left after it. Day 0 is the end, which is published. */
export function linkOf(start: string, day: number): string {
  const links = kept.get(start) ?? linksFrom(start)
  // The chain used last is the last to be dropped.
  kept.delete(start)
  kept.set(start, links)
  const [oldest] = kept.keys()
  if (kept.size > CHAINS_KEPT && oldest !== undefined) kept.delete(oldest)
  const link = links[day]
  if (link === undefined) throw new RangeError(`a chain has no day ${day}`)
  return link
}

function linksFrom(start: string): string[] {
  const links = [start]
  for (let day = PLAN_DAYS; day > 0; day--) links.push(sha256(links.at(-1) as string))
  return links.reverse()
}
