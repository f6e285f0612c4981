import { expect, it, onTestFinished, vi } from 'vitest'
import type * as forexActs from '../../server/forex/acts.ts'
import type * as ledger from '../../server/ledger/ledger.ts'
import type * as board from '../../server/market/board.ts'
import type * as gate from '../../server/market/gate.ts'
import type * as market from '../../server/market/market.ts'
import type * as record from '../../server/market/record.ts'
import type * as orderActs from '../../server/orders/acts.ts'
import type * as database from '../../server/platform/database/database.ts'
import { transact } from '../../server/platform/database/database.ts'
import type * as requests from '../../server/platform/unit/requests.ts'
import { shareTransaction } from '../../server/platform/unit/shared.ts'
import type * as unit from '../../server/platform/unit/unit.ts'
import type * as users from '../../server/user/users.ts'
import type * as conditions from '../../server/withdrawal/conditions.ts'
import type * as forexRules from '../../src/rules/forex/forex.ts'
import type * as prices from '../../src/rules/market/prices.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import type * as rules from '../../src/rules/microtrade/microtrade.ts'
import type * as swapRules from '../../src/rules/swap/swap.ts'
import type * as withdrawalRules from '../../src/rules/withdrawal/withdrawal.ts'
import type { SimulatedKind } from './model.ts'

/** A part of the server, and a way in which it could be wrong. */
type Mutation = {
  name: string
  path: string
  change: (original: never) => object
  says: RegExp
  /** The first seed that is tried: one that is known to find it keeps the test short. */
  seed: number
  /** The ordered kinds: a mutation is found sooner without others. */
  kinds: readonly string[]
}

const mutation = <Part extends object>(
  name: string,
  path: string,
  change: (original: Part) => Partial<Part>,
  says: RegExp,
  seed = 1,
  kinds: readonly string[] = ['microtrade'],
): Mutation => ({
  name,
  path,
  change: (original: Part) => ({ ...original, ...change(original) }),
  says,
  seed,
  kinds,
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
    '../../src/rules/microtrade/microtrade.ts',
    ({ profit }) => ({ profit: (stake, bps) => (profit(stake, bps) / 1_000_000n) * 1_000_000n }),
    /its payout is/,
  ),
  mutation<typeof rules>(
    'lets an equal price win',
    '../../src/rules/microtrade/microtrade.ts',
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
    '../../src/rules/market/prices.ts',
    () => ({ STALE_AFTER_MS: 60_000 as never }),
    /its state is|opening tick/,
  ),
  mutation<typeof database>(
    'commits each statement by itself',
    '../../server/platform/database/database.ts',
    () => ({ transact: (db, work) => work(db as never) }),
    /./,
    5,
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
  mutation<typeof ledger>(
    'credits a deposit twice as much as came',
    '../../server/ledger/ledger.ts',
    ({ post }) => ({
      post: (unit, transfer) => {
        const lines = transfer.lines.map((line) => ({ ...line, amount: line.amount * 2n }))
        return post(unit, transfer.step === 'creditDeposit' ? { ...transfer, lines } : transfer)
      },
    }),
    /money: deposit|should have/,
    1,
    ['deposit'],
  ),
  mutation<typeof conditions>(
    'lets a second withdrawal wait for its review',
    '../../server/withdrawal/conditions.ts',
    () => ({ requireConditions: async () => {} }),
    /nothing had gone wrong|under review/,
    2,
    ['withdrawal'],
  ),
  mutation<typeof withdrawalRules>(
    'rounds the fee of a withdrawal up, in its own favour',
    '../../src/rules/withdrawal/withdrawal.ts',
    ({ validateWithdrawal }) => ({
      validateWithdrawal: (form, terms) => {
        const { values, ...rest } = validateWithdrawal(form, terms)
        return { ...rest, values: values && { ...values, fee: values.fee + 1n } }
      },
    }),
    /fee/,
    2,
    ['microtrade', 'withdrawal'],
  ),
  mutation<typeof swapRules>(
    'swaps at the middle of the market',
    '../../src/rules/swap/swap.ts',
    ({ validateSwap }) => ({ validateSwap: (form, terms) => validateSwap(form, { ...terms, spreadBps: 0 }) }),
    /rate: swap/,
    1,
    ['swap'],
  ),
  mutation<typeof forexRules>(
    'pays the whole profit for a part in lots',
    '../../src/rules/forex/forex.ts',
    ({ closeLots, settleForex }) => ({
      closeLots: (position, lots, exit) => {
        const closing = closeLots(position, lots, exit)
        const { profit } = settleForex(position, exit)
        return { ...closing, profit, payout: closing.part.margin + profit }
      },
    }),
    /position .* closed|should have/,
    1,
    ['forex'],
  ),
  mutation<typeof forexActs>(
    'closes other lots than it was asked for',
    '../../server/forex/acts.ts',
    ({ closeForex }) => ({
      closeForex: (unit, prices, userId, { id, lots }) =>
        closeForex(unit, prices, userId, { id, ...(lots !== undefined && { lots: '0.01' }) }),
    }),
    /closes other lots/,
    1,
    ['forex'],
  ),
  mutation<typeof orderActs>(
    'cancels an order in lots an hour later',
    '../../server/orders/acts.ts',
    ({ askedAt }) => ({
      askedAt: (order, act, at) => askedAt(order, act, act === 'order.cancel' ? at + 3_600_000n : at),
    }),
    /cancelled/,
    4,
    ['forex'],
  ),
]

it.each(mutations)('mutations: finds a server that $name', async ({ path, change, says, seed: first, kinds }) => {
  const full = new URL(path, import.meta.url).pathname
  vi.resetModules()
  vi.doMock('./price-age.ts', () => ({ PRICE_AGE_MS_MAX: STALE_AFTER_MS }))
  vi.doMock(full, async (original) => change((await original()) as never))
  onTestFinished(() => {
    vi.doUnmock(full)
    vi.doUnmock('./price-age.ts')
    // Whichever test comes next in this process is to find the server as it is.
    vi.resetModules()
  })
  const { house, run } = await import('./run.ts')
  const parts: Record<string, SimulatedKind>[] = await Promise.all(kinds.map((kind) => import(`./kinds/${kind}.ts`)))
  const listed = { ...house, kinds: parts.flatMap((part) => Object.values(part)) }
  let found: string | undefined
  for (let seed = first; seed < first + 60 && !found; seed++) {
    const { violation } = await run({ seed, steps: 25, listed })
    if (violation) found = `seed ${seed} step ${violation.step}: ${violation.message}`
  }
  expect(found).toMatch(says)
})
