import { expect, it } from 'vitest'
import { GAP_MS } from '../../../src/rules/market/gaps.ts'
import { ALERTS_MAX } from '../../../src/rules/market/price-alerts.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { LOOK_BACK_MS } from '../../../src/rules/market/record-stretch.ts'
import { WATCHLIST_MAX } from '../../../src/rules/market/watchlist.ts'

it('market: a price is stale after five seconds, and a minute without one is a gap', () => {
  expect([STALE_AFTER_MS, GAP_MS, LOOK_BACK_MS]).toEqual([5_000, 60_000, 60_000])
})

it('market: a user watches at most 20 instruments, and has at most 50 price alerts', () => {
  expect([WATCHLIST_MAX, ALERTS_MAX]).toEqual([20, 50])
})
