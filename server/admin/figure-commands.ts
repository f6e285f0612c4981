import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { figuresOf } from '../ledger/module.ts'
import { COUNTED_MAX, kindsOf, unsettledOf } from '../orders/module.ts'
import { type AdminEntry, type Command, date } from '../platform/command.ts'

const money = (currency: string, amount: Minor) => formatMoney(amount, currencyOf(currency).scale)

const DAYS_SHOWN = 90
const dayOf = (day: number) => new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10)

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
    name: 'figures days',
    args: [],
    options: [],
    about: `Shows each of the last ${DAYS_SHOWN} days in UTC, as last counted: new accounts, and what the platform owes users in USDT at its end.`,
    admin: view('Over time'),
    run: async ({ platform }) => {
      const { rows, at } = await figuresOf(platform, 'days')
      const today = Math.floor(at / DAY_SECONDS)
      const first = Math.max(Number(rows[0]?.day ?? today), today - DAYS_SHOWN + 1)
      const byDay = new Map(rows.map((row) => [Number(row.day), row]))
      let owed = rows.reduce((sum, row) => (Number(row.day) < first ? sum + row.owed : sum), 0n)
      return Array.from({ length: today - first + 1 }, (_, place) => {
        const row = byDay.get(first + place)
        owed += row?.owed ?? 0n
        return {
          day: dayOf(first + place),
          'new accounts': Number(row?.people ?? 0n),
          owed: `${money('USDT', owed)} USDT`,
        }
      }).reverse()
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
