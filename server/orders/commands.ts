import { kindsOf, type OrderKind, type OrderRow } from '../order-kind.ts'
import { type Command, date } from '../platform/command.ts'
import { requireUser } from '../user/module.ts'
import { orderInWords } from './in-words.ts'
import { ordersById, ordersOf } from './table.ts'

const LISTED_MAX = 100

const day = (ms: bigint | null) => (ms === null ? null : date(ms / 1_000n))

const shownOf = (kind: OrderKind, order: OrderRow) => ({
  id: order.id,
  kind: kind.name,
  state: order.state,
  begun: day(order.accepted_ms),
  due: day(order.due_ms),
  ended: day(order.settled_ms),
  about: orderInWords(kind.toWire(order)),
})

/** Operator commands on orders of any kind. */
export const orderCommands: readonly Command[] = [
  {
    name: 'order find',
    args: ['TARGET'],
    options: [],
    about: 'Finds an order of any kind by its id.',
    admin: { roles: ['support', 'treasurer', 'auditor'], as: 'view', title: 'Orders', of: 'search' },
    run: async ({ platform: { db, modules }, args: [text = ''] }) => {
      const lists = kindsOf(modules).map(async (kind) =>
        (await ordersById(db, kind, [text.toUpperCase()])).map((order) => ({
          user: order.user_id,
          ...shownOf(kind, order),
        })),
      )
      return (await Promise.all(lists)).flat()
    },
  },
  {
    name: 'user orders',
    args: ['USER'],
    options: [{ name: 'kind', value: 'KIND', about: 'only orders of this kind' }],
    about: 'Shows a user’s newest 100 orders of all kinds.',
    admin: { roles: ['support', 'treasurer', 'auditor'], as: 'view', title: 'Orders', of: 'user' },
    run: async ({ platform: { db, modules }, args: [name = ''], options }) => {
      const { id: userId } = await requireUser(db, name)
      const kinds = kindsOf(modules).filter((kind) => options.kind === undefined || kind.name === options.kind)
      const lists = kinds.map(async (kind) =>
        (await ordersOf(db, kind, userId, {}, LISTED_MAX)).map((order) => shownOf(kind, order)),
      )
      const all = (await Promise.all(lists)).flat()
      return all.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, LISTED_MAX)
    },
  },
]
