import { statesOf } from '../../src/machines/orders/life.ts'
import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { kindsOf } from '../order-kind.ts'
import type { RiskRule } from '../platform/risk.ts'
import { ordersOf } from './table.ts'

const REFUSED_DAYS = 90
const REFUSED_MIN = 3
/** Of each kind, the newest ones are looked at. */
const READ_MAX = 50

/** States of the kinds that operators decide, and of a refusal by them. */
const REVIEWED = ['underReview', 'pendingReview']
const REFUSED = ['refused', 'failed']

/** What a user's refused orders say about them. */
export const orderRisks: readonly RiskRule[] = [
  {
    name: 'Many refusals',
    weight: 'warn',
    clear: `Fewer than ${REFUSED_MIN} refusals in ${REFUSED_DAYS} days`,
    find: async ({ db, modules, clock }, userId) => {
      const since = clock.now() - REFUSED_DAYS * DAY_SECONDS * 1000
      const kinds = kindsOf(modules).filter(({ machine }) =>
        statesOf(machine).some((state) => REVIEWED.includes(state)),
      )
      const counts = kinds.map(async (kind) => {
        const newest = await ordersOf(db, kind, userId, {}, READ_MAX)
        const refused = newest.filter(({ state, settled_ms }) => REFUSED.includes(state) && Number(settled_ms) >= since)
        return { name: kind.name, count: refused.length }
      })
      const found = (await Promise.all(counts)).filter(({ count }) => count > 0)
      const sum = found.reduce((all, { count }) => all + count, 0)
      if (sum < REFUSED_MIN) return null
      const words = found.map(({ name, count }) => `${count} ${name}${count === 1 ? '' : 's'}`)
      return `${words.join(', ')} refused in ${REFUSED_DAYS} days`
    },
  },
]
