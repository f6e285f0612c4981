import { currencyOf } from '../../src/rules/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money.ts'
import { liabilitiesOf, platformBalancesOf } from '../ledger/index.ts'
import { kindsOf, unsettledOf } from '../orders/index.ts'
import type { AtDesk, Command } from '../platform/command.ts'

const money = (currency: string, amount: Minor) => formatMoney(amount, currencyOf(currency).scale)

const view = (title: string): AtDesk => ({ roles: ['treasurer', 'auditor'], as: 'view', title, of: 'platform' })

/** How the platform does: its accounts, what it owes, what is unsettled, and how late. */
export const figureCommands: readonly Command[] = [
  {
    name: 'figures people',
    args: [],
    options: [],
    about: 'Shows what all people together have of each currency: what the platform owes them.',
    desk: view('What people have'),
    run: async ({ platform }) =>
      (await liabilitiesOf(platform.db)).map(({ currency, people, available, held }) => ({
        currency,
        people: Number(people),
        available: money(currency, available),
        held: money(currency, held),
        together: money(currency, available + held),
      })),
  },
  {
    name: 'figures accounts',
    args: [],
    options: [],
    about:
      'Shows the platform’s own accounts: below zero, so much more went out than came in. It reads their whole ledger.',
    desk: view('Platform accounts'),
    run: async ({ platform }) =>
      (await platformBalancesOf(platform.db)).map(({ balance, ...row }) => ({
        ...row,
        balance: money(row.currency, balance),
      })),
  },
  {
    name: 'figures orders',
    args: [],
    options: [],
    about: 'Shows how many orders of each kind are not settled, and how late those are that are due.',
    desk: view('Unsettled orders'),
    run: async ({ platform: { db, capabilities, clock } }) => {
      const now = clock.now()
      const rows = kindsOf(capabilities).map(async (kind) => {
        const { live, due, oldestDueMs } = await unsettledOf(db, kind, now)
        const late = oldestDueMs === null ? null : Number(((now - Number(oldestDueMs)) / 1000).toFixed(1))
        return { kind: kind.name, unsettled: Number(live), due: Number(due), 'late, seconds': late }
      })
      return Promise.all(rows)
    },
  },
]
