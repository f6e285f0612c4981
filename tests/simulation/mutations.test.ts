import { expect, it, onTestFinished, vi } from 'vitest'
import type * as ledger from '../../server/ledger/ledger.ts'
import type * as board from '../../server/market/board.ts'
import type * as gate from '../../server/market/gate.ts'
import type * as market from '../../server/market/market.ts'
import type * as record from '../../server/market/record.ts'
import type * as database from '../../server/platform/database/database.ts'
import { transact } from '../../server/platform/database/database.ts'
import type * as requests from '../../server/platform/unit/requests.ts'
import { shareTransaction } from '../../server/platform/unit/shared.ts'
import type * as unit from '../../server/platform/unit/unit.ts'
import type * as users from '../../server/user/users.ts'
import type * as rules from '../../src/rules/microtrade.ts'
import type * as prices from '../../src/rules/prices.ts'

/** A part of the server, and a way in which it could be wrong. */
type Mutation = {
  name: string
  path: string
  change: (original: never) => object
  says: RegExp
  /** The first seed that is tried: one that is known to find it keeps the test short. */
  seed: number
}

const mutation = <Part extends object>(
  name: string,
  path: string,
  change: (original: Part) => Partial<Part>,
  says: RegExp,
  seed = 1,
): Mutation => ({
  name,
  path,
  change: (original: Part) => ({ ...original, ...change(original) }),
  says,
  seed,
})

const mutations = [
  mutation<typeof ledger>(
    'pays a winner twice, under another name',
    '../../server/ledger/ledger.ts',
    ({ post }) => ({
      post: async (unit, transfer) => {
        await post(unit, transfer)
        if (transfer.step !== 'payWinner') return
        const lines = transfer.lines.filter(({ account }) => !('kind' in account && account.kind === 'held'))
        const [{ amount = 0n } = {}] = lines.filter(({ account }) => 'platform' in account)
        await post(unit, {
          ...transfer,
          step: 'payWinnerAgain',
          lines: lines.map((line) => ('user' in line.account ? { ...line, amount: -amount } : line)),
        })
      },
    }),
    /money: order .* won|should have/,
  ),
  mutation<typeof ledger>(
    'takes no stake',
    '../../server/ledger/ledger.ts',
    ({ post }) => ({
      post: async (unit, transfer) => (transfer.step === 'holdStake' ? undefined : post(unit, transfer)),
    }),
    /nothing had gone wrong/,
  ),
  mutation<typeof rules>(
    'rounds a profit to whole units, in its own favour',
    '../../src/rules/microtrade.ts',
    ({ profit }) => ({ profit: (stake, bps) => (profit(stake, bps) / 1_000_000n) * 1_000_000n }),
    /its payout is/,
  ),
  mutation<typeof rules>(
    'lets an equal price win',
    '../../src/rules/microtrade.ts',
    () => ({ outcome: (direction, buy, final) => (final >= buy === (direction === 'rise') ? 'won' : 'lost') }),
    /its state is/,
  ),
  mutation<typeof record>(
    'settles by the newest price',
    '../../server/market/record.ts',
    ({ newestTick }) => ({ lastTickAtOrBefore: (db, symbol) => newestTick(db, symbol) }),
    /closing tick|by the record/,
  ),
  mutation<typeof prices>(
    'takes prices of any age',
    '../../src/rules/prices.ts',
    () => ({ STALE_AFTER_MS: 60_000 as 5_000 }),
    /its state is|opening tick/,
  ),
  mutation<typeof database>(
    'commits each statement by itself',
    '../../server/platform/database/database.ts',
    () => ({ transact: (db, work) => work(db as never) }),
    /./,
  ),
  mutation<typeof requests>(
    'acts on a repeated request again',
    '../../server/platform/unit/requests.ts',
    () => ({ once: (_unit, _user, _path, _input, act) => act() }),
    /requests|two orders/,
  ),
  mutation<typeof unit>(
    'tells what is not committed yet',
    '../../server/platform/unit/unit.ts',
    () => ({
      inTransaction: (platform, work) =>
        transact(platform.db, async (tx) => {
          const shared = shareTransaction(platform, tx)
          const result = await work(shared, tx)
          await shared.finish()
          for (const done of shared.callbacks) done()
          return result
        }),
    }),
    /private event|was told/,
    16,
  ),
  mutation<typeof record>(
    'opens at the price that was shown last',
    '../../server/market/record.ts',
    ({ lastTickAtOrBefore }) => ({ firstTickAtOrAfter: lastTickAtOrBefore }),
    /opening tick|by the record/,
  ),
  mutation<typeof board>(
    'sells at prices of any age',
    '../../server/market/board.ts',
    () => ({ stateOf: () => 'live' }),
    /was answered ok/,
    3,
  ),
  mutation<typeof market>(
    'sells at seconds that are over, where the clock is set back',
    '../../server/market/market.ts',
    ({ createMarket }) => ({
      createMarket: (platform, source) => {
        const real = createMarket(platform, source)
        return { ...real, state: (symbol) => real.quotes().find((quote) => quote.symbol === symbol)?.state ?? 'stale' }
      },
    }),
    /had been shown before|was accepted at/,
    13,
  ),
  mutation<typeof gate>(
    'believes every price',
    '../../server/market/gate.ts',
    () => ({
      createGate: () => (tick) => (typeof tick.price === 'bigint' && tick.price > 0n ? (tick as never) : 'notANumber'),
    }),
    /record: tick|none that the feed sent/,
  ),
  mutation<typeof users>(
    'lets the locked buy',
    '../../server/user/users.ts',
    () => ({ requireActive: async () => {} }),
    /was answered ok: locked/,
    4,
  ),
]

it.each(mutations)(
  'finds a server that $name',
  async ({ path, change, says, seed: first }) => {
    const full = new URL(path, import.meta.url).pathname
    vi.resetModules()
    vi.doMock(full, async (original) => change((await original()) as never))
    onTestFinished(() => {
      vi.doUnmock(full)
      // Whichever test comes next in this process is to find the server as it is.
      vi.resetModules()
    })
    const { run } = await import('./run.ts')
    let found: string | undefined
    for (let seed = first; seed < first + 60 && !found; seed++) {
      const { violation } = await run({ seed, steps: 25 })
      if (violation) found = `seed ${seed} step ${violation.step}: ${violation.message}`
    }
    expect(found).toMatch(says)
  },
  120_000,
)
