import { hash } from 'node:crypto'
import { PLAN_DAYS } from '../../src/rules/plan/plan.ts'
import type { Random } from '../platform/random.ts'

const sha256 = (text: string) => hash('sha256', text)

/** The start of a new chain: 256 random bits, in hexadecimal digits. It determines every day's rate. */
export const newStart = (random: Random): string => Buffer.from(random.bytes(32)).toString('hex')

/** The link of a day: the start, hashed as often as days are left after it. Day 0 is the end, which is published. */
export function linkOf(start: string, day: number): string {
  let link = start
  for (let left = PLAN_DAYS - day; left > 0; left--) link = sha256(link)
  return link
}
