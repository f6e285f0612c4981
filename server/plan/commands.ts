import { can } from '../../src/machines/orders/life.ts'
import { planMachine } from '../../src/machines/orders/plan.ts'
import { act } from '../audit/index.ts'
import { moveOrder } from '../orders/index.ts'
import { type Command, reasonOf, why } from '../platform/command.ts'
import { approval, planKind } from './kind.ts'

/** What an operator does about orders of hosting plans: the rates of days to come are shown by none of it. */
export const planCommands: readonly Command[] = (['approve', 'refuse'] as const).map(
  (name): Command => ({
    name: `plan ${name}`,
    args: ['ID'],
    options: [why],
    about:
      name === 'approve'
        ? 'Approves an order of a plan that is under review: it begins with the plan’s next day.'
        : 'Refuses an order of a plan that is under review: its principal is available again.',
    run: async (given) => {
      const event = { type: `plan.${name}` } as const
      const about = { name: `plan ${name}`, reason: reasonOf(given), missing: `order of a plan to ${name}` }
      const user = await act(given, about, async (unit, [id = '']) => {
        const order = await unit.tx.selectFrom('plan_orders').selectAll().where('id', '=', id).executeTakeFirst()
        if (!order || !can(planMachine, order.state, event)) return undefined
        const now = BigInt(unit.platform.clock.now())
        const move = name === 'approve' ? await approval(unit.tx, order, now) : { event }
        const moved = await moveOrder(unit, planKind, order, move)
        return moved && { userId: order.user_id, result: order.user_id }
      })
      return [{ user, done: `plan ${name}` }]
    },
  }),
)
