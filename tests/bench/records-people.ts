import { post } from '../../server/ledger/module.ts'
import type { Platform } from '../../server/platform/context.ts'
import { createIds } from '../../server/platform/random.ts'
import { commit } from '../../server/platform/unit/unit.ts'

const HOUR_MS = 3_600_000
const AT_ONCE = 500

/** So many movements, one an hour. */
export async function move(platform: Platform, user: string, rows: number): Promise<void> {
  const end = platform.clock.now()
  let now = end - rows * HOUR_MS
  const clock = { ...platform.clock, now: () => now }
  const then = { ...platform, clock, ids: createIds(clock, platform.random) }
  // The initial paper money is one of them.
  for (let row = 1; row < rows; ) {
    await commit(then, async (unit) => {
      for (const last = Math.min(row + AT_ONCE, rows); row < last; row++) {
        now += HOUR_MS
        await post(unit, {
          cause: 'deposit',
          causeId: then.ids(),
          step: 'creditDeposit',
          currency: 'USDT',
          lines: [
            { account: { platform: 'issuance' }, amount: -1_000_000n },
            { account: { user, kind: 'available' }, amount: 1_000_000n },
          ],
        })
      }
    })
  }
}
