import * as api from '../../src/api/money/withdrawal.ts'
import { knownBefore } from '../kyc/module.ts'
import { ordersOf, prefetchOrder } from '../orders/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { type PasswordDeps, payProofBy } from '../security/module.ts'
import { active } from '../user/module.ts'
import { addAddressOf, addressesOf, deleteAddressOf } from './addresses.ts'
import { conditionsOf } from './conditions.ts'
import { withdrawalKind } from './kind.ts'
import { toWire } from './order.ts'
import { cancelWithdrawal, withdraw } from './withdraw.ts'

/** Cost points of checking all requirements. */
const CONDITIONS_COST = 5

/** Limit of changes of an address book: each sends a message. */
const changes: CallLimit = { name: 'withdrawal addresses', per: 'user', points: 30, seconds: 3600 }

/** The calls of withdrawals. */
export const withdrawalRoutes = (deps: PasswordDeps): readonly Route[] => [
  route(api.out, {
    needs: [active, knownBefore('withdrawal')],
    proof: payProofBy(deps),
    handle: async ({ unit, session, input }) => toWire(await withdraw(unit, session.userId, input)),
  }),
  route(api.cancel, {
    needs: [active],
    prefetch: ({ input: { id } }) => [prefetchOrder(withdrawalKind, id)],
    handle: async ({ unit, session, input }) => toWire(await cancelWithdrawal(unit, session.userId, input)),
  }),
  route(api.log, async ({ platform, session, input: { id, before, limit } }) =>
    (await ordersOf(platform.db, withdrawalKind, session.userId, { before, where: { id } }, limit)).map(toWire),
  ),
  route(api.conditions, {
    cost: () => CONDITIONS_COST,
    handle: ({ platform, session }) => conditionsOf(platform, session.userId),
  }),
  route(api.addresses, ({ platform, session }) => addressesOf(readFrom(platform), session.userId)),
  route(api.addAddress, {
    limits: [changes],
    needs: [active],
    proof: payProofBy(deps),
    handle: async ({ session, input, prove, commit }) => {
      await prove()
      return commit((unit) => addAddressOf(unit, session.userId, input))
    },
  }),
  route(api.deleteAddress, {
    limits: [changes],
    needs: [active],
    handle: async ({ session, input, commit }) => {
      await commit((unit) => deleteAddressOf(unit, session.userId, input.id))
      return null
    },
  }),
]
