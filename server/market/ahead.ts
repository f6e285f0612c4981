import { Gauge, type Registry } from 'prom-client'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import { recordCompleteMs } from './record.ts'

/** How far the record may be ahead of a clock, in ms: the clocks of several nodes differ a little. */
const AHEAD_MS_MAX = 5_000

/** How far the record is ahead of this clock, in ms, because the clock was ahead when it was written; otherwise 0. */
export async function recordAheadMs(db: Db, now: number): Promise<number> {
  return Math.max(0, (await recordCompleteMs(db)) - now)
}

/** Whether the record is so far ahead that no price can be live. */
export const isTooFarAhead = (aheadMs: number): boolean => aheadMs > AHEAD_MS_MAX

export function aheadMetric(registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void {
  new Gauge({
    name: 'quoin_record_ahead_seconds',
    help: 'How far the price record is ahead of the clock, because the clock was ahead when it was written. 0 is normal.',
    registers: [registry],
    async collect() {
      this.set((await recordAheadMs(db, clock.now())) / 1000)
    },
  })
}
