import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { checkLedger, ledgerSize, movementsOf, walletsOf } from '../ledger/module.ts'
import { type Command, date, OperatorError, why } from '../platform/command.ts'
import { requireUser } from '../user/module.ts'
import { adjust, adjustment } from './adjust.ts'

/** How many violations are printed at most. */
const SHOWN_MAX = 100
const LISTED_MAX = 100

/** What an operator does about balances. */
export const walletCommands: readonly Command[] = [
  {
    name: 'wallet adjust',
    args: ['USER', 'CURRENCY'],
    options: [
      { name: 'add', value: 'AMOUNT', about: 'the amount to add' },
      { name: 'take', value: 'AMOUNT', about: 'the amount to take' },
      { ...why, about: 'the reason, for the audit log; the user sees it too' },
    ],
    about: 'Corrects a balance by an additional transfer. Existing entries are never changed.',
    admin: { roles: ['treasurer'], as: 'act', title: 'Correct a balance', of: 'user', money: adjustment },
    run: adjust,
  },
  {
    name: 'user wallets',
    args: ['USER'],
    options: [],
    about: 'Shows a user’s balance in each currency.',
    admin: { roles: ['support', 'review', 'treasurer', 'auditor'], as: 'view', title: 'Balances', of: 'user' },
    run: async ({ platform: { db }, args: [name = ''] }) =>
      (await walletsOf(db, (await requireUser(db, name)).id)).map(({ currency, balance, available, frozen }) => ({
        currency,
        balance,
        available,
        held: frozen,
      })),
  },
  {
    name: 'user ledger',
    args: ['USER'],
    options: [
      { name: 'before', value: 'ID', about: 'only movements older than this one' },
      { name: 'currency', value: 'CURRENCY', about: 'only movements in this currency' },
    ],
    about: 'Shows the newest 100 movements of a user’s money.',
    admin: { roles: ['support', 'treasurer', 'auditor'], as: 'view', title: 'Ledger', of: 'user' },
    run: async ({ platform: { db }, args: [name = ''], options: { before, currency } }) => {
      const { id } = await requireUser(db, name)
      return (await movementsOf(db, id, { before, currency }, LISTED_MAX)).map((moved) => {
        const { scale } = currencyOf(moved.currency)
        return {
          at: date(moved.at),
          currency: moved.currency,
          amount: formatMoney(moved.amount, scale),
          held: formatMoney(moved.held, scale),
          cause: moved.cause,
          step: moved.step,
          of: moved.causeId,
          id: moved.id,
        }
      })
    },
  },
  {
    name: 'ledger verify',
    args: [],
    options: [],
    about: 'Replays the whole ledger and checks balances, holds and orders. It changes nothing.',
    run: async ({ platform: { db, modules, clock }, tell }) => {
      const begun = clock.now()
      const size = await ledgerSize(db)
      tell(`${size.entries} entries of ${size.transfers} transfers on ${size.accounts} accounts`)
      let checks = 0
      const lines = await checkLedger(db, modules, ({ done, of, looksFor, found }) => {
        checks = of
        tell(`check ${done} of ${of}, ${looksFor}: ${found === 0 ? 'none' : `${found} found`}`)
      })
      if (lines.length > 0) {
        const rest = lines.length - SHOWN_MAX
        const more = rest > 0 ? [`and ${rest} more`] : []
        throw new OperatorError(['the ledger check failed:', ...lines.slice(0, SHOWN_MAX), ...more].join('\n'))
      }
      return [{ ...size, checks, seconds: ((clock.now() - begun) / 1_000).toFixed(1), holds: 'yes' }]
    },
  },
]
