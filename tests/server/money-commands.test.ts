import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideDeposit } from '../../server/deposit/decide.ts'
import { OperatorError } from '../../server/platform/command.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import * as deposits from '../../src/api/money/deposit.ts'
import * as swaps from '../../src/api/money/swap.ts'
import { list as walletList } from '../../src/api/money/wallet.ts'
import * as withdrawals from '../../src/api/money/withdrawal.ts'
import { lists, submit } from '../../src/api/trade/microtrade.ts'
import type { Call, Output } from '../../src/api/wire/call.ts'
import { depositLimits } from '../../src/rules/deposit/deposit.ts'
import { formatMoney, parseMoney } from '../../src/rules/money/money.ts'
import { WITHDRAWAL_MIN_USDT } from '../../src/rules/withdrawal/withdrawal.ts'
import { sqliteFirst } from './databases.ts'
import { post, SECRET, sign } from './deposit/support.ts'
import { describeOn } from './describe-each.ts'
import { startServer, type TestServer } from './harness.ts'
import { createInvariants } from './invariants.ts'
import { LEAST_STAKE } from './microtrade/support.ts'
import { LEAST, leaver, operate, PAY_PASSWORD } from './withdrawal/support.ts'

/** `npm run test:faults` makes many runs from a random seed, which it prints. Otherwise one run, from a seed known to cover the outcomes. */
const LONG = process.env.TEST_LONG !== undefined
const RUNS = LONG ? 60 : 1
const COMMANDS_MAX = 200
const SEEING_SEED = 20
/** The same seed gives the same commands. */
const SEED = Number(process.env.TEST_SEED ?? SEEING_SEED)

const DAY_SECONDS = String(86_400)
/** How long a quote is valid, in ms. */
const QUOTE_MS = 10_000
const BTC_PRICE = '40000.00'

type Coin = 'USDT' | 'BTC'
const scales = { USDT: 6, BTC: 8 } as const
const minor = (amount: string, coin: Coin = 'USDT') => parseMoney(amount, scales[coin]) ?? 0n
const text = (amount: bigint, coin: Coin = 'USDT') => formatMoney(amount, scales[coin])

type Deposit = {
  id: string
  coin: Coin
  account: string
  amount: bigint
  /** Announced, or named by another amount, or over. */
  state: 'announced' | 'differing' | 'succeeded' | 'failed'
  reference?: string
  arrived?: bigint
}
type Withdrawal = { id: string; amount: bigint; state: withdrawals.Withdrawal['state'] }
type Swap = { id: string; from: Coin; to: Coin; amount: bigint; receive: bigint; expires: number; state: string }
type Option = { id: string; stake: bigint; state: string }
/** A request that was answered, and how. */
type Sent = { call: Call; input: Record<string, unknown>; answer: unknown }

/** A user's expected balances: calculated from requests and answers, by the product's rules. */
type Person = {
  token: string
  addressId: string
  free: Record<Coin, bigint>
  /** Currencies they have held at some time. */
  had: Set<Coin>
  held: bigint
  /** Deposited and traded amounts, in minor units of USDT. */
  credited: bigint
  traded: bigint
  deposits: Deposit[]
  withdrawals: Withdrawal[]
  swaps: Swap[]
  options: Option[]
  sent: Sent[]
}
type Model = { people: Person[] }
type Real = {
  /** Outcomes seen in any run. */
  seen: Set<string>
  server: TestServer
  invariants: ReturnType<typeof createInvariants>
  requests: number
  eth: number
}
type Command = fc.AsyncCommand<Model, Real>

const live = ({ state }: Deposit) => state === 'announced' || state === 'differing'
const worth = (amount: bigint, coin: Coin) => (coin === 'USDT' ? amount : (amount * 40_000n) / 100n)

function credit(person: Person, deposit: Deposit): 'credited' {
  const { coin, arrived = 0n } = deposit
  deposit.state = 'succeeded'
  person.free[coin] += arrived
  person.had.add(coin)
  person.credited += worth(arrived, coin)
  return 'credited'
}

/** The effect of a provider's report, by docs/design/transfers.md. */
function heard(person: Person, word: deposits.ProviderWord): deposits.ProviderEffect {
  const coin = word.currency as Coin
  const amount = minor(word.amount, coin)
  const { reference, outcome } = word
  const named = person.deposits.find((each) => each.reference === reference)
  if (named) {
    if (outcome === 'failed' ? named.state === 'failed' : named.state !== 'failed' && named.arrived === amount) {
      return 'known'
    }
    if (!live(named) || outcome === 'confirmed') return 'unmatched'
    named.state = 'failed'
    return 'failed'
  }
  const waiting = person.deposits.filter((each) => each.state === 'announced' && each.coin === coin)
  const meant = waiting.find((each) => each.amount === amount) ?? waiting[0]
  if (!meant) {
    if (outcome === 'failed') return 'unmatched'
    person.deposits.push({
      id: '',
      coin,
      account: word.account,
      amount,
      state: 'differing',
      reference,
      arrived: amount,
    })
    return 'reviewed'
  }
  meant.reference = reference
  if (outcome === 'failed') {
    meant.state = 'failed'
    return 'failed'
  }
  meant.arrived = amount
  if (amount === meant.amount) return credit(person, meant)
  meant.state = 'differing'
  return 'reviewed'
}

/** Sends one request once, or twice at the same moment: both are answered alike, and it is done once. */
async function ask<C extends Call>(
  real: Real,
  person: Person,
  { call, input, twice }: { call: C; input: Record<string, unknown>; twice: boolean },
  expected: string,
): Promise<Output<C> | undefined> {
  real.requests += 1
  const sent = { requestId: `request-of-the-commands-${real.requests}`, ...input }
  const answers = await Promise.all(
    Array.from({ length: twice ? 2 : 1 }, () => real.server.call(call, sent, person.token)),
  )
  real.seen.add(`${call.path} ${expected}`)
  for (const answer of answers) {
    expect(answer.type === 'ok' ? 'ok' : answer.key, `${call.path} ${JSON.stringify(sent)}`).toBe(expected)
    expect(answer).toEqual(answers[0])
  }
  const [answer] = answers
  if (answer?.type !== 'ok') return undefined
  person.sent.push({ call, input: sent, answer: answer.message })
  return answer.message
}

/** A second passes, with a price of each. */
async function second(real: Real): Promise<void> {
  real.server.tick('BTCUSDT', BTC_PRICE)
  real.server.tick('ETHUSDT', `${2_000 + real.eth}.00`)
  await real.server.clock.advance(1_000)
}

/** The results of options are read; their judge checks them. */
async function settle({ server }: Real, person: Person): Promise<void> {
  if (person.options.every(({ state }) => !['accepted', 'open'].includes(state))) return
  const shown = await server.ok(lists, { limit: 100 }, person.token)
  for (const option of person.options) {
    const now = shown.find(({ id }) => id === option.id)
    if (!now) throw new Error(`option ${option.id} is gone`)
    if (now.list === 1 && ['accepted', 'open'].includes(option.state)) {
      person.held -= option.stake
      person.free.USDT += minor(now.payout ?? '0')
      if (now.state === 'won' || now.state === 'lost') person.traded += option.stake
    }
    option.state = now.state
  }
}

/** Checks after each step: everyone's expected balance, and all invariants. */
async function check({ people }: Model, real: Real): Promise<void> {
  const { server, invariants } = real
  expect(await invariants.check(server.platform.db)).toEqual([])
  for (const person of people) {
    await settle(real, person)
    const wallets = await server.ok(walletList, {}, person.token)
    const of = (coin: Coin) => wallets.find(({ currency }) => currency === coin)
    expect([of('USDT')?.available, of('USDT')?.frozen, of('BTC')?.available, of('BTC')?.frozen]).toEqual([
      text(person.free.USDT),
      text(person.held),
      text(person.free.BTC, 'BTC'),
      text(0n, 'BTC'),
    ])
  }
}

type Run<Args> = (model: { person: Person } & Model, real: Real, args: Args) => Promise<void>

/** A command with its arguments; `who`: the person's index. */
const command = <Args extends Record<string, unknown>>(
  name: string,
  args: { [Name in keyof Args]: fc.Arbitrary<Args[Name]> },
  run: Run<Args>,
): fc.Arbitrary<Command> =>
  fc.record({ ...args, who: fc.constantFrom(0, 0, 1) } as Record<string, fc.Arbitrary<unknown>>).map((given) => ({
    check: () => true,
    run: async (model, real) => {
      const person = model.people[given.who as number]
      if (!person) throw new Error('nobody')
      await run({ ...model, person }, real, given as Args)
      await check(model, real)
    },
    toString: () => `${name} ${JSON.stringify(given)}`,
  }))

const coin = fc.constantFrom<Coin>('USDT', 'USDT', 'BTC')
const twice = fc.boolean()
const pick = <T>(all: readonly T[], number: number): T | undefined => all[number % Math.max(all.length, 1)]

const announce = command(
  'announces',
  { coin, amount: fc.integer({ min: Number(depositLimits.crypto.min), max: 400 }), twice },
  async ({ person }, real, { coin, amount, twice }) => {
    // Unique ones, so that a report matches one deposit.
    const announced =
      (coin === 'USDT' ? BigInt(amount) * 1_000_000n : BigInt(amount) * 10_000n) + BigInt(person.deposits.length)
    const input = {
      way: 'crypto',
      currency: coin,
      network: coin === 'USDT' ? 'arbitrum' : 'bitcoin',
      amount: text(announced, coin),
    }
    const { id, account } = (await ask(real, person, { call: deposits.chargeReq, input, twice }, 'ok')) ?? {
      id: '',
      account: '',
    }
    person.deposits.push({ id, coin, account, amount: announced, state: 'announced' })
  },
)

const says = command(
  'a provider says',
  { which: fc.nat(3), what: fc.constantFrom('all', 'all', 'more', 'failed'), times: fc.integer({ min: 1, max: 3 }) },
  async ({ person }, { server, seen }, { which, what, times }) => {
    const about = pick(person.deposits.toReversed(), which)
    if (!about) return
    const word: deposits.ProviderWord = {
      reference: `reference-${person.deposits.indexOf(about)}-of-${person.addressId}`,
      account: about.account,
      currency: about.coin,
      amount: text(about.amount + (what === 'more' ? 700n : 0n), about.coin),
      outcome: what === 'failed' ? 'failed' : 'confirmed',
    }
    const body = JSON.stringify(word)
    for (let time = 0; time < times; time++) {
      const headers = sign(server, body)
      const effect = heard(person, word)
      seen.add(`${deposits.callback.path} ${effect}`)
      expect(await post(server, body, headers)).toEqual({ http: 200, effect })
      expect(await post(server, body, headers)).toEqual({ http: 409, key: 'illegalOperation' })
    }
    for (const { id, account, reference } of await server.ok(deposits.log, { limit: 100 }, person.token)) {
      const unannounced = person.deposits.find((each) => each.id === '' && each.reference === reference)
      if (unannounced) Object.assign(unannounced, { id, account })
    }
  },
)

const decides = command(
  'someone decides a deposit',
  { which: fc.nat(3), accepted: fc.boolean() },
  async ({ person }, { server }, { which, accepted }) => {
    const about = pick(person.deposits.toReversed(), which)
    if (!about) return
    const decision = accepted ? ({ accepted } as const) : ({ accepted, reason: 'No such payment' } as const)
    await commit(server.platform, (unit) => decideDeposit(unit, about.id, decision))
    if (!accepted && live(about)) about.state = 'failed'
    if (accepted && about.state === 'differing') credit(person, about)
  },
)

/** Whether an option runs, which keeps money where it is. */
const hasOpen = ({ options }: Person) => options.some(({ state }) => ['accepted', 'open'].includes(state))

const withdraws = command(
  'withdraws',
  { amount: fc.constantFrom(String(WITHDRAWAL_MIN_USDT - 1n), LEAST, '250', '4000', '9900', '20000'), twice },
  async ({ person }, real, { amount, twice }) => {
    const wanted = minor(amount)
    const refusals: [boolean, string][] = [
      [person.withdrawals.some(({ state }) => state === 'underReview'), 'withdrawalPending'],
      [hasOpen(person), 'unfinishedTrades'],
      [person.credited > person.traded, 'insufficientTurnover'],
      [wanted < minor(LEAST), 'belowMinimum'],
      [wanted > person.free.USDT, 'exceedsHeld'],
    ]
    const expected = refusals.find(([is]) => is)?.[1] ?? 'ok'
    const input = { currency: 'USDT', amount, addressId: person.addressId, payPassword: PAY_PASSWORD }
    const taken = await ask(real, person, { call: withdrawals.out, input, twice }, expected)
    if (!taken) return
    person.withdrawals.push({ id: taken.id, amount: wanted, state: 'underReview' })
    person.free.USDT -= wanted
    person.held += wanted
  },
)

/** A withdrawal reaches this state, with its money. */
function moved(person: Person, withdrawal: Withdrawal, state: Withdrawal['state']): void {
  if (withdrawal.state === 'underReview') person.held -= withdrawal.amount
  if (['refused', 'cancelled', 'bounced'].includes(state)) person.free.USDT += withdrawal.amount
  withdrawal.state = state
}

const cancels = command('cancels', { which: fc.nat(5), twice }, async ({ person }, real, { which, twice }) => {
  const about = pick(person.withdrawals.toReversed(), which)
  if (!about) return
  const expected = about.state === 'underReview' ? 'ok' : 'orderNotCancellable'
  await ask(real, person, { call: withdrawals.cancel, input: { id: about.id }, twice }, expected)
  if (expected === 'ok') moved(person, about, 'cancelled')
})

const acts = {
  approve: { from: ['underReview'], to: 'approved' },
  refuse: { from: ['underReview'], to: 'refused' },
  send: { from: ['approved'], to: 'sent' },
  confirm: { from: ['sent'], to: 'confirmed' },
  bounce: { from: ['approved', 'sent'], to: 'bounced' },
} as const satisfies Record<string, { from: readonly Withdrawal['state'][]; to: Withdrawal['state'] }>

const operates = command(
  'an operator acts',
  { which: fc.nat(5), act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])) },
  async ({ person }, { server }, { which, act }) => {
    const about = pick(person.withdrawals.toReversed(), which)
    if (!about) return
    const { from, to } = acts[act]
    const done = operate(server, `withdrawal ${act}`, about.id, 'A reason')
    if (!(from as readonly string[]).includes(about.state)) return expect(done).rejects.toThrow(OperatorError)
    await done
    moved(person, about, to)
  },
)

const quotes = command(
  'asks for a quote',
  { from: coin, amount: fc.constantFrom('0.5', '2', '300', '7000', '30000'), twice },
  async ({ person }, real, { from, amount: usdt, twice }) => {
    const to: Coin = from === 'USDT' ? 'BTC' : 'USDT'
    // An amount of bitcoin with a slightly higher value.
    const amount = from === 'USDT' ? minor(usdt) : (minor(usdt) * 101n) / 40_000n
    const poor = amount > person.free[from]
    const little = usdt === '0.5'
    const wrong = little ? 'belowMinimum' : poor ? 'insufficientFundBalance' : 'ok'
    const expected = hasOpen(person) ? 'unfinishedTrades' : person.had.has(from) ? wrong : 'walletNotFound'
    const input = { from, to, amount: text(amount, from) }
    const quote = await ask(real, person, { call: swaps.flashAgainstQuote, input, twice }, expected)
    if (!quote) return
    for (const each of person.swaps) if (each.state === 'quoted') each.state = 'expired'
    const { id, receive, expiresAt: expires } = quote
    person.swaps.push({ id, from, to, amount, receive: minor(receive, to), expires, state: 'quoted' })
  },
)

const takes = command(
  'takes a quote',
  { which: fc.constantFrom(0, 0, 0, 1, 2), twice },
  async ({ person }, real, { which, twice }) => {
    const about = pick(person.swaps.toReversed(), which)
    if (!about) return
    const over = about.state === 'expired' || real.server.clock.now() >= about.expires
    const poor = about.amount > person.free[about.from]
    const expected =
      about.state === 'executed'
        ? 'illegalOperation'
        : over
          ? 'quoteExpired'
          : hasOpen(person)
            ? 'unfinishedTrades'
            : poor
              ? 'deductionFailed'
              : 'ok'
    await ask(real, person, { call: swaps.flashAgainst, input: { id: about.id }, twice }, expected)
    if (expected !== 'ok') return
    about.state = 'executed'
    person.free[about.from] -= about.amount
    person.free[about.to] += about.receive
    person.had.add(about.to)
  },
)

const buys = command(
  'buys an option',
  { direction: fc.constantFrom('rise', 'fall'), amount: fc.constantFrom(LEAST_STAKE, '500', '3000'), twice },
  async ({ person }, real, { direction, amount, twice }) => {
    // With a quote, fewer options: otherwise something would always be open and hardly any quote accepted.
    if (amount === '500' && person.swaps.some(({ state }) => state === 'quoted')) return
    const expected = minor(amount) > person.free.USDT ? 'insufficientBalance' : 'ok'
    const input = { symbol: 'ETHUSDT', direction, currency: 'USDT', amount, seconds: 30 }
    const bought = await ask(real, person, { call: submit, input, twice }, expected)
    if (!bought) return
    person.options.push({ id: bought.id, stake: minor(amount), state: bought.state })
    person.free.USDT -= minor(amount)
    person.held += minor(amount)
  },
)

const passes = command(
  'time passes',
  { seconds: fc.constantFrom(1, 1, 4, 11, 34), by: fc.integer({ min: -1, max: 1 }) },
  async ({ people }, real, { seconds, by }) => {
    real.eth = Math.max(-900, real.eth + by)
    for (let each = 0; each < seconds; each++) await second(real)
    const now = real.server.clock.now()
    for (const person of people)
      for (const each of person.swaps)
        if (each.state === 'quoted' && now >= each.expires + QUOTE_MS) each.state = 'expired'
  },
)

const repeats = command(
  'sends an old request again',
  { which: fc.nat(50), other: fc.boolean() },
  async ({ person }, { server }, { which, other }) => {
    const sent = pick(person.sent, which)
    if (!sent) return
    const { call, input, answer } = sent
    if (!other) return expect(await server.ok(call, input, person.token)).toEqual(answer)
    const changed = 'amount' in input ? { amount: '31.5' } : { id: server.platform.ids() }
    expect(await server.call(call, { ...input, ...changed }, person.token)).toMatchObject({ key: 'requestReused' })
  },
)

const restarts = command('the server restarts', {}, async (_, real) => {
  await real.server.restart()
  await second(real)
})

const all = [
  announce,
  says,
  says,
  decides,
  withdraws,
  withdraws,
  cancels,
  operates,
  quotes,
  takes,
  buys,
  passes,
  passes,
  repeats,
  restarts,
]

/** Outcomes that the runs must have covered. */
const happenings = [
  ...['ok', 'insufficientBalance'].map((key) => `${submit.path} ${key}`),
  ...['credited', 'reviewed', 'failed', 'known', 'unmatched'].map((key) => `${deposits.callback.path} ${key}`),
  ...['ok', 'belowMinimum', 'exceedsHeld', 'insufficientTurnover', 'unfinishedTrades', 'withdrawalPending'].map(
    (key) => `${withdrawals.out.path} ${key}`,
  ),
  ...['ok', 'orderNotCancellable'].map((key) => `${withdrawals.cancel.path} ${key}`),
  ...['ok', 'belowMinimum', 'insufficientFundBalance', 'walletNotFound', 'unfinishedTrades'].map(
    (key) => `${swaps.flashAgainstQuote.path} ${key}`,
  ),
  ...['ok', 'quoteExpired', 'illegalOperation'].map((key) => `${swaps.flashAgainst.path} ${key}`),
]

describeOn({ on: sqliteFirst }, 'money that comes, goes and changes, in any order', (kind) => {
  it('is correct after each command, across repeated requests and restarts', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.commands(all, { maxCommands: COMMANDS_MAX, size: 'max' }), async (commands) => {
        // Nothing is decided automatically: the provider is silent, since the server has no socket.
        const env = {
          PROVIDER_SECRET: SECRET,
          CONFIRMATION_SECONDS: '0',
          REVIEW_SECONDS: DAY_SECONDS,
          PAYOUT_SECONDS: String(Number(DAY_SECONDS) / 2),
        }
        const { server, close } = await startServer(kind, { env })
        try {
          const real: Real = { seen, server, invariants: createInvariants(), requests: 0, eth: 0 }
          await second(real)
          const people: Person[] = []
          for (let each = 0; each < 2; each++) {
            const { token, addressId } = await leaver(server)
            const free = { USDT: minor('10000'), BTC: 0n }
            const none = { deposits: [], withdrawals: [], swaps: [], options: [], sent: [] }
            people.push({ token, addressId, free, had: new Set(['USDT']), held: 0n, credited: 0n, traded: 0n, ...none })
          }
          await fc.asyncModelRun(() => ({ model: { people }, real }), commands)
        } finally {
          await close()
        }
      }),
      { numRuns: RUNS, seed: SEED, unbiased: true },
    )
    if (LONG || SEED === SEEING_SEED) expect(happenings.filter((each) => !seen.has(each))).toEqual([])
  })
})
