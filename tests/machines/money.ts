import type { OrderRow } from '../../server/orders/module.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { judges } from '../server/judges.ts'

/** The server's postings named by an order's machine, for its judge's example. */

type Line = { account: { user: string; kind: string } | { platform: string }; amount: bigint }

const examples = new Map(
  judges.map(({ kind, example: { of, order, at } }) => [
    kind.machine.id,
    { of, postings: (name: string) => kind.postings((at?.[name] ?? order) as OrderRow)[name] },
  ]),
)

const accountName = (account: Line['account']) =>
  'user' in account ? `the user’s ${account.kind}` : `the platform’s ${account.platform}`

/**
 * Each posting with its amounts by account.
 *
 * @throws Error for a machine of no kind of order, and for a posting unknown to the server
 */
export function moneyMoves(machine: string, postings: readonly string[]) {
  const example = examples.get(machine)
  if (!example) throw new Error(`${machine}: of no kind of order in server/modules.ts`)
  return {
    of: example.of,
    moves: postings.map((posting) => {
      const lines = example.postings(posting)?.().lines
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
