import type { Clock } from '../../platform/clock.ts'
import type { Exchange } from './exchange.ts'
import { hearing } from './tape.ts'

const ASKS = 3

/**
 * Measures how far an exchange's clock is ahead of ours, in ms, by the quickest of a few answers: the error is at most half of the round
 * trip. Source: D. Mills, RFC 5905, 2010.
 *
 * @returns `undefined` if the error is more than the delay of orders covers
 */
export async function measureOffset(
  exchange: Pick<Exchange, 'fetchTime'>,
  clock: Pick<Clock, 'now'>,
): Promise<number | undefined> {
  let quickest = 2 * hearing.delayMs
  let offset: number | undefined
  for (let ask = 0; ask < ASKS; ask++) {
    const asked = clock.now()
    const time = await exchange.fetchTime()
    const took = clock.now() - asked
    if (time === undefined || took > quickest) continue
    quickest = took
    offset = time - (asked + took / 2)
  }
  return offset
}
