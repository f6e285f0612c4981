import { postings as microtrade } from '../../server/microtrade/microtrade.ts'
import { formatMoney } from '../../src/rules/money.ts'

/** What the postings that an order's machine names move on the server, for an example. */

type Line = { account: { user: string; kind: string } | { platform: string }; amount: bigint }

/** An example of each kind of order, and what it is called. */
const examples: Record<string, { of: string; moves(posting: string): readonly Line[] | undefined }> = {
  microtrade: {
    of: 'a stake of 100 USDT at 85%',
    moves: (posting) => microtrade[posting]?.({ user_id: 'user', amount: 100_000_000n, payout_bps: 8_500n }),
  },
}

const accountName = (account: Line['account']) =>
  'user' in account ? `the user’s ${account.kind}` : `the platform’s ${account.platform}`

/**
 * Each posting with what it moves, account by account.
 *
 * @throws Error for a kind of order without an example, and for a posting that the server does not know
 */
export function moneyMoves(machine: string, postings: readonly string[]) {
  const example = examples[machine]
  if (!example) throw new Error(`${machine}: no example of its money moves in tests/machines/money.ts`)
  return {
    of: example.of,
    moves: postings.map((posting) => {
      const lines = example.moves(posting)
      if (!lines) throw new Error(`${machine}: the server has no posting ${posting}`)
      return {
        posting,
        lines: lines.map(({ account, amount }) => ({
          account: accountName(account),
          amount: `${amount > 0n ? '+' : '−'}${formatMoney(amount < 0n ? -amount : amount, 6).replace(/\.?0+$/, '')}`,
        })),
      }
    }),
  }
}
