import type { Input } from '../../src/api/call.ts'
import { Refusal } from '../../src/api/messages.ts'
import type { submit } from '../../src/api/microtrade.ts'
import { advance, begin, hasEnded, type Step } from '../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { currencyOf } from '../../src/rules/currencies.ts'
import { nextClose } from '../../src/rules/hours.ts'
import { findInstrument } from '../../src/rules/instruments.ts'
import { checkStake, findPeriod, findStakeLimits, profit, STALE_AFTER_MS } from '../../src/rules/microtrade.ts'
import { parseMoney } from '../../src/rules/money.ts'
import { requireVerified } from '../kyc/index.ts'
import { assertHolds, post, walletOf } from '../ledger/index.ts'
import type { Unit } from '../platform/unit.ts'
import { type NewEvent, recordEvent, requireActive } from '../user/index.ts'
import { type MicrotradeRow, toWire } from './order.ts'
import { changeOrder, insertOrder } from './sql.ts'

/** What decides about an order besides the order: whether there is such a market, and its prices may be traded on. */
export type Prices = {
  has(symbol: string): boolean
  state(symbol: string): 'live' | 'stale' | 'closed'
  /** The price that people were shown last; `time` in ms. */
  last(symbol: string): { time: number }
}

/**
 * Buys a timed option: checks it against the terms of this moment, freezes them into the order, and holds the stake.
 *
 * @throws Refusal requestExpired, pairNotFound, wrongPeriod, wrongCurrency, parameterError, belowMinimum, aboveMaximum, notMultiple,
 *   marketClosed, tradingClosed, insufficientBalance, accountLocked
 */
export async function buy(
  unit: Unit,
  prices: Prices,
  userId: string,
  kind: MicrotradeRow['kind'],
  input: Input<typeof submit>,
): Promise<MicrotradeRow> {
  const { platform, tx } = unit
  if (platform.config.REAL_NAME === 'trading') await requireVerified(tx, userId)
  const now = platform.clock.now()
  if (input.confirmBy !== undefined && now > input.confirmBy) throw new Refusal('requestExpired')
  const instrument = findInstrument(input.symbol)
  if (!instrument || (instrument.kind === 'crypto') !== (kind === 'crypto') || !prices.has(input.symbol)) {
    throw new Refusal('pairNotFound')
  }
  const period = findPeriod(input.seconds)
  if (!period) throw new Refusal('wrongPeriod')
  const amount = readStake(input.amount, input.currency)
  const state = prices.state(input.symbol)
  // A clock that was set back within a second must not let an option open at a price that everyone has seen.
  const seen = prices.last(input.symbol).time
  const accepted = seen > now ? seen + 1 : now
  // An option must be able to settle before its market closes: its entry may come as late as a price may be old.
  const lastSettlement = accepted + STALE_AFTER_MS + period.seconds * 1000
  if (state === 'closed' || lastSettlement >= nextClose(instrument.kind, now)) throw new Refusal('marketClosed')
  if (state === 'stale') throw new Refusal('tradingClosed')
  await requireActive(tx, userId)

  const step = begin(microtradeMachine)
  const order: MicrotradeRow = {
    id: platform.ids(),
    user_id: userId,
    symbol: instrument.symbol,
    kind,
    direction: input.direction,
    currency: input.currency,
    amount,
    seconds: BigInt(period.seconds),
    payout_bps: BigInt(period.payoutBps),
    state: step.state as MicrotradeRow['state'],
    accepted_ms: BigInt(accepted),
    due_ms: BigInt(accepted),
    settled_ms: null,
    open_seq: null,
    open_ms: null,
    open_price: null,
    open_hash: null,
    close_seq: null,
    close_ms: null,
    close_price: null,
    close_hash: null,
    payout: null,
  }
  await insertOrder(tx, order)
  await carryOut(unit, order, step)
  return order
}

function readStake(text: string, currency: string): bigint {
  const terms = findStakeLimits(currency)
  if (!terms) throw new Refusal('wrongCurrency')
  const { scale } = currencyOf(currency)
  const amount = parseMoney(text, scale)
  const [min, max, unit] = [terms.min, terms.max, terms.unit].map((limit) => parseMoney(limit, scale))
  if (amount === undefined || min === undefined || max === undefined || unit === undefined) {
    throw new Refusal('parameterError', { field: 'amount' })
  }
  switch (checkStake(amount, { min, max, unit })) {
    case 'belowMinimum':
      throw new Refusal('belowMinimum', { limit: terms.min, currency })
    case 'aboveMaximum':
      throw new Refusal('aboveMaximum', { limit: terms.max, currency })
    case 'notMultiple':
      throw new Refusal('notMultiple', { unit: terms.unit, currency })
    case 'ok':
      return amount
  }
}

/** An event of the order's machine, with what it writes down. */
export type Move = {
  event: Parameters<typeof advance<typeof microtradeMachine>>[2]
  change: Partial<MicrotradeRow>
}

/**
 * Moves a live order: the machine says where to and which postings go with it, and all of it happens or nothing.
 *
 * @returns whether the order was moved: false where someone else was first
 */
export async function moveOrder(unit: Unit, order: MicrotradeRow, { event, change }: Move): Promise<boolean> {
  const step = advance(microtradeMachine, order.state, event)
  const state = step.state as MicrotradeRow['state']
  const ended = hasEnded(microtradeMachine, state)
  const next = await changeOrder(unit.tx, order.id, order.state, {
    ...change,
    state,
    ...(ended && { due_ms: null, settled_ms: settledAt(unit, order), payout: payoutOf(order, step) }),
  })
  if (!next) return false
  await carryOut(unit, next, step)
  return true
}

/** Now, or when it was due where the clock was set back since: nothing ends before its time. */
const settledAt = ({ platform }: Unit, { due_ms }: MicrotradeRow): bigint => {
  const now = BigInt(platform.clock.now())
  return due_ms !== null && due_ms > now ? due_ms : now
}

const payoutOf = (order: MicrotradeRow, { postings }: Step): bigint => {
  if (postings.includes('payWinner')) return order.amount + profitOf(order)
  return postings.includes('returnStake') ? order.amount : 0n
}

const profitOf = (order: Stake) => profit(order.amount, Number(order.payout_bps))

/** What of an order decides how much a posting moves. */
type Stake = Pick<MicrotradeRow, 'user_id' | 'amount' | 'payout_bps'>
type Posting = (order: Stake) => Parameters<typeof post>[1]['lines']

/** The machine's actions as the ledger's postings. */
export const postings: Record<string, Posting> = {
  holdStake: ({ user_id, amount }) => [
    { account: { user: user_id, kind: 'available' }, amount: -amount },
    { account: { user: user_id, kind: 'held' }, amount },
  ],
  payWinner: (order) => [
    { account: { user: order.user_id, kind: 'held' }, amount: -order.amount },
    { account: { platform: 'options' }, amount: -profitOf(order) },
    { account: { user: order.user_id, kind: 'available' }, amount: order.amount + profitOf(order) },
  ],
  forfeitStake: ({ user_id, amount }) => [
    { account: { user: user_id, kind: 'held' }, amount: -amount },
    { account: { platform: 'options' }, amount },
  ],
  returnStake: ({ user_id, amount }) => [
    { account: { user: user_id, kind: 'held' }, amount: -amount },
    { account: { user: user_id, kind: 'available' }, amount },
  ],
}

/** Posts what a step of the machine names, and tells the user's devices. */
async function carryOut(unit: Unit, order: MicrotradeRow, step: Step): Promise<void> {
  for (const name of step.postings) {
    const lines = postings[name]
    if (!lines) throw new Error(`microtrade: no posting ${name}`)
    await post(unit, {
      cause: 'microtrade',
      causeId: order.id,
      step: name,
      currency: order.currency,
      lines: lines(order),
    })
  }
  const moved: NewEvent = { kind: 'microtrade', body: toWire(order) }
  if (step.postings.length === 0) return recordEvent(unit, order.user_id, moved)
  await assertHolds(unit.tx, order.user_id, order.currency)
  const wallet = await walletOf(unit.tx, order.user_id, order.currency)
  await recordEvent(unit, order.user_id, moved, ...(wallet ? [{ kind: 'wallet' as const, body: wallet }] : []))
}
