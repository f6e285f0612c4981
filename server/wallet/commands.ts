import { instruments } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { equityOf, gainAt } from '../../src/rules/money/equity.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { checkLedger, ledgerSize, movementsOf, walletsOf } from '../ledger/module.ts'
import { currentPrice, newestTick, pricesByTick } from '../market/module.ts'
import { type Command, date, OperatorError, why } from '../platform/command.ts'
import type { Db } from '../platform/database/database.ts'
import { requireUser } from '../user/module.ts'
import { adjust, adjustment } from './adjust.ts'
import { equityNow } from './equity.ts'

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
    name: 'user worth',
    args: ['USER'],
    options: [],
    about: 'Shows a user’s net worth at the last recorded prices, by the rule of their own pages.',
    // It tells of positions, so it is for those who may see orders.
    admin: { roles: ['support', 'treasurer', 'auditor'], as: 'view', title: 'Net worth', of: 'user' },
    run: async ({ platform, args: [name = ''] }) => {
      const { id } = await requireUser(platform.db, name)
      const held = await equityNow(platform, id)
      const priceOf = await pricesNow(platform.db)
      const { total, unpriced } = equityOf(held, priceOf)
      const { total: assets } = equityOf({ ...held, positions: [], debt: '0' }, priceOf)
      const { scale } = currencyOf('USDT')
      const gains = held.positions.map((position) => gainAt(position, priceOf(position.symbol) ?? '') ?? 0n)
      const gain = gains.reduce((sum, each) => sum + each, 0n)
      return [
        {
          worth: `${total} USDT`,
          assets: `${assets} USDT`,
          'P&L of positions': `${formatMoney(gain, scale)} USDT`,
          debts: `${held.debt} USDT`,
          positions: held.positions.length,
          'without a price': unpriced.join(' ') || null,
        },
      ]
    },
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
          amount: `${moved.amount > 0n ? '+' : ''}${formatMoney(moved.amount, scale)}`,
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

/** The last recorded price of each symbol, as a decimal. */
async function pricesNow(db: Db): Promise<(symbol: string) => string | undefined> {
  const ticks = await Promise.all(
    instruments.map(
      async ({ symbol }): Promise<[string, string]> => [
        symbol,
        currentPrice(pricesByTick(await newestTick(db, symbol)), symbol),
      ],
    ),
  )
  const prices = new Map(ticks)
  return (symbol) => prices.get(symbol) || undefined
}
