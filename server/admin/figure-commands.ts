import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { figuresOf } from '../ledger/module.ts'
import { COUNTED_MAX, kindsOf, unsettledOf } from '../orders/module.ts'
import { type AdminEntry, type Command, date } from '../platform/command.ts'

const money = (currency: string, amount: Minor) => formatMoney(amount, currencyOf(currency).scale)

/** A count for display, with a plus past the counted maximum. */
const capped = (count: bigint) => (count > COUNTED_MAX ? `${COUNTED_MAX.toLocaleString('en')}+` : Number(count))

const view = (title: string): AdminEntry => ({ roles: ['treasurer', 'auditor'], as: 'view', title, of: 'platform' })

/** Statistics of the platform: its accounts, its liabilities, and its unsettled orders with their lateness. */
export const figureCommands: readonly Command[] = [
  {
    name: 'figures people',
    args: [],
    options: [],
    about: 'Shows the total balance of all users per currency, as last counted: what the platform owes them.',
    admin: view('User balances'),
    run: async ({ platform }) => {
      const { rows, at } = await figuresOf(platform, 'people')
      return rows.map(({ currency, people, available, held }) => ({
        currency,
        people: Number(people),
        available: money(currency, available),
        held: money(currency, held),
        together: money(currency, available + held),
        counted: date(at),
      }))
    },
  },
  {
    name: 'figures accounts',
    args: [],
    options: [],
    about: 'Shows the platform’s own accounts, as last counted. A negative balance: more went out than came in.',
    admin: view('Platform accounts'),
    run: async ({ platform }) => {
      const { rows, at } = await figuresOf(platform, 'accounts')
      return rows.map(({ balance, ...row }) => ({ ...row, balance: money(row.currency, balance), counted: date(at) }))
    },
  },
  {
    name: 'figures orders',
    args: [],
    options: [],
    about: 'Shows the unsettled orders of each kind, and how late the due ones are.',
    admin: view('Unsettled orders'),
    run: async ({ platform: { db, modules, clock } }) => {
      const now = clock.now()
      const rows = kindsOf(modules).map(async (kind) => {
        const { live, due, oldestDueMs } = await unsettledOf(db, kind, now)
        const late = oldestDueMs === null ? null : Number(((now - Number(oldestDueMs)) / 1000).toFixed(1))
        return { kind: kind.name, unsettled: capped(live), due: capped(due), 'late, seconds': late }
      })
      return Promise.all(rows)
    },
  },
]
