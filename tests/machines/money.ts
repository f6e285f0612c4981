import { capabilities } from '../../server/capabilities.ts'
import { kindsOf, type OrderRow } from '../../server/orders/index.ts'
import { formatMoney } from '../../src/rules/money.ts'

/** What the postings that an order's machine names move on the server, for an example: of each kind in `orders/`. */

type Line = { account: { user: string; kind: string } | { platform: string }; amount: bigint }
/** `at`: the order as it is at one of its postings, where that is not as at the others. */
type Example = { of: string; order: OrderRow; at?: Record<string, OrderRow> }

const examples = new Map(
  await Promise.all(
    kindsOf(capabilities).map(async (kind) => {
      const { of, order, at } = (await import(`./orders/${kind.name}.ts`)) as Example
      return [kind.machine.id, { of, postings: (name: string) => kind.postings(at?.[name] ?? order)[name] }] as const
    }),
  ),
)

const accountName = (account: Line['account']) =>
  'user' in account ? `the user’s ${account.kind}` : `the platform’s ${account.platform}`

/**
 * Each posting with what it moves, account by account.
 *
 * @throws Error for a machine that is of no kind of order, and for a posting that the server does not know
 */
export function moneyMoves(machine: string, postings: readonly string[]) {
  const example = examples.get(machine)
  if (!example) throw new Error(`${machine}: of no kind of order in server/capabilities.ts`)
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
