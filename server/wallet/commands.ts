import { checkLedger, ledgerSize } from '../ledger/index.ts'
import { type Command, OperatorError, why } from '../platform/command.ts'
import { adjust } from './adjust.ts'

/** How many violations are printed at most. */
const SHOWN_MAX = 100

/** What an operator does about balances. */
export const walletCommands: readonly Command[] = [
  {
    name: 'wallet adjust',
    args: ['USER', 'CURRENCY'],
    options: [
      { name: 'add', value: 'AMOUNT', about: 'so much more' },
      { name: 'take', value: 'AMOUNT', about: 'so much less' },
      { ...why, about: 'the reason, for the audit log, and the person is told' },
    ],
    about: 'Corrects a balance by a transfer beside what was wrong: no entry is ever changed.',
    run: adjust,
  },
  {
    name: 'ledger verify',
    args: [],
    options: [],
    about: 'Replays the whole ledger, and checks all that must hold of balances, holds and orders. It changes nothing.',
    run: async ({ platform: { db, capabilities, clock }, tell }) => {
      const begun = clock.now()
      const size = await ledgerSize(db)
      tell(`${size.entries} entries of ${size.transfers} transfers on ${size.accounts} accounts`)
      let checks = 0
      const lines = await checkLedger(db, capabilities, (done, of, found) => {
        checks = of
        tell(`check ${done} of ${of}: ${found === 0 ? 'holds' : `${found} violations`}`)
      })
      if (lines.length > 0) {
        const rest = lines.length - SHOWN_MAX
        const more = rest > 0 ? [`and ${rest} more`] : []
        throw new OperatorError(['the ledger does not hold:', ...lines.slice(0, SHOWN_MAX), ...more].join('\n'))
      }
      return [{ ...size, checks, seconds: ((clock.now() - begun) / 1_000).toFixed(1), holds: 'yes' }]
    },
  },
]
