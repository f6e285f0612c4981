import { Gauge, type Registry } from 'prom-client'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import { recordCompleteMs } from './record.ts'

/** How far the record may be ahead of a clock, in ms: those of several nodes differ a little. */
const AHEAD_MS_MAX = 5_000

/** How far the record is ahead of this clock, in ms; 0 if it is not. Then the clock of whoever wrote it was ahead. */
export async function recordAheadMs(db: Db, now: number): Promise<number> {
  return Math.max(0, (await recordCompleteMs(db)) - now)
}

/** Whether the record is so far ahead that no price can be live. */
export const isTooFarAhead = (aheadMs: number): boolean => aheadMs > AHEAD_MS_MAX

/** How far the record is ahead, as a metric. */
export function aheadMetric(registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void {
  new Gauge({
    name: 'quoin_record_ahead_seconds',
    help: 'How far the record of prices is ahead of the clock: it was once set ahead. 0 is right.',
    registers: [registry],
    async collect() {
      this.set((await recordAheadMs(db, clock.now())) / 1000)
    },
  })
}
