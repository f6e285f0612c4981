import type { Wallet } from '../../src/api/money/wallet.ts'
import type { WithdrawalConditions } from '../../src/api/money/withdrawal.ts'
import { type MessageKey, Refusal } from '../../src/api/wire/messages.ts'
import { findInstrument } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import {
  amountOfValue,
  leastWithdrawal,
  type WithdrawalCondition,
  type WithdrawalTerms,
  withdrawalConditions,
} from '../../src/rules/withdrawal/withdrawal.ts'
import { requireKnown } from '../kyc/module.ts'
import { blocksLeaving, type Own, ownOf, type Turnover, turnoverOf } from '../leaving.ts'
import { walletsOf, walletsWithin } from '../ledger/module.ts'
import { newestTickBy, type TickRow } from '../market/module.ts'
import { liveOf, ordersOf } from '../orders/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { type Reads, readFrom } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { hasAuthenticator, hasPayPassword } from '../security/module.ts'
import { addressesOf } from './addresses.ts'
import { withdrawalKind } from './kind.ts'
import { toWire } from './order.ts'

/** Maximum age of the price that gives the equivalent of 30 USDT, in ms. */
const PRICE_AGE_MS_MAX = 15 * 60_000

/** Tolerance for a user with debts, in basis points: the offered amount is still accepted if prices have fallen by this much since. */
const FALL_BPS = 100n

/** The checks of a withdrawal, and their source: outside of a unit, or within one. */
export type Looking = { platform: Platform; reads: Reads }

/** Reads outside of a unit. */
export const looking = (platform: Platform): Looking => ({ platform, reads: readFrom(platform) })

type Asked = (at: Looking, userId: string, turnover: () => Promise<Turnover>) => Promise<MessageKey | null>

/** The error of each unmet condition. */
const asked: Record<WithdrawalCondition, Asked> = {
  verified: async ({ reads }, userId) => {
    try {
      await requireKnown(reads, userId)
      return null
    } catch (error) {
      if (error instanceof Refusal) return error.key
      throw error
    }
  },
  payPassword: async ({ reads }, userId) => ((await hasPayPassword(reads, userId)) ? null : 'payPasswordNotSet'),
  noReview: async ({ reads }, userId) => ((await underReview(reads, userId)) ? 'withdrawalPending' : null),
  noTrades: async ({ platform, reads }, userId) => (await blocksLeaving(platform.modules, reads, userId))[0] ?? null,
  turnover: async (_, __, turnover) => ((await turnover()).missing > 0n ? 'insufficientTurnover' : null),
  address: async ({ reads }, userId) => ((await addressesOf(reads, userId)).length > 0 ? null : 'noWithdrawalAddress'),
}

const underReview = async (reads: Reads, userId: string): Promise<boolean> =>
  (await liveOf(reads, withdrawalKind, userId)).some(({ state }) => state === 'underReview')

/**
 * Refuses a withdrawal with the first unmet requirement.
 *
 * @throws Refusal
 */
export async function requireConditions(at: Looking, userId: string): Promise<void> {
  const turnover = () => turnoverOf(at.platform.modules, at.reads, userId)
  for (const name of withdrawalConditions) {
    const key = await asked[name](at, userId, turnover)
    if (key) throw new Refusal(key)
  }
}

/** The tick that values a currency now; null for USDT itself, and if none is recent. */
export async function priceOf({ platform, reads }: Looking, currency: string): Promise<TickRow | null> {
  const instrument = findInstrument(`${currency}USDT`)
  if (!instrument) return null
  const tick = await newestTickBy(reads, instrument.symbol)
  return tick && Number(tick.time_ms) >= offeredSince(platform) ? tick : null
}

/** The earliest time of prices that a page may still show, in ms. */
export const offeredSince = ({ clock }: Pick<Platform, 'clock'>): number => clock.now() - PRICE_AGE_MS_MAX

/** The recorded ticks for a currency's value and its minimum; null for USDT, and if there is none. */
type ValuedBy = { tick: TickRow | null; highest: TickRow | null }

/**
 * The amount that may be withdrawn from a wallet, given the ticks that value it.
 *
 * @param own the user’s own part of their assets, if they have debts
 */
export function limitsOf({ currency, available, balance }: Wallet, { tick, highest }: ValuedBy, own: Own | undefined) {
  const { scale } = currencyOf(currency)
  const isPriced = currency === 'USDT' || tick !== null
  return {
    currency,
    available,
    balance,
    min: isPriced ? formatMoney(leastWithdrawal(currency, highest?.price ?? null), scale) : null,
    own:
      isPriced && own !== undefined
        ? formatMoney(
            amountOfValue(currency, currency === 'USDT' ? own.usdt : own.all, tick?.price ?? null, 'down'),
            scale,
          )
        : null,
  }
}

/** The current terms of a withdrawal of one currency. */
export async function termsOf(
  unit: Unit,
  userId: string,
  wallet: Wallet,
  valuedBy: ValuedBy,
): Promise<WithdrawalTerms> {
  const { platform } = unit
  const owner = { userId, nowMs: platform.clock.now() }
  const own = await ownOf(platform.modules, unit, await walletsWithin(unit, userId), owner)
  return {
    currencies: [limitsOf(wallet, valuedBy, own)],
    addresses: await addressesOf(unit, userId),
    authenticator: false,
    now: nowSeconds(platform.clock),
  }
}

/** Everything the page shows before a withdrawal. */
export async function conditionsOf(platform: Platform, userId: string): Promise<WithdrawalConditions> {
  const at = looking(platform)
  const { reads } = at
  const { db } = platform
  const turnover = await turnoverOf(platform.modules, reads, userId)
  const conditions = withdrawalConditions.map(async (name) => ({
    name,
    refusal: await asked[name](at, userId, async () => turnover),
  }))
  const usdt = (amount: bigint) => formatMoney(amount, currencyOf('USDT').scale)
  const wallets = await walletsOf(db, userId)
  const owner = { userId, nowMs: platform.clock.now(), fallBps: FALL_BPS }
  const own = await ownOf(platform.modules, reads, wallets, owner)
  const currencies = wallets.map(async (wallet) => {
    const tick = await priceOf(at, wallet.currency)
    return limitsOf(wallet, { tick, highest: tick }, own)
  })
  const [newest] = await ordersOf(db, withdrawalKind, userId, {}, 1)
  return {
    conditions: await Promise.all(conditions),
    turnover: { asked: usdt(turnover.asked), counted: usdt(turnover.counted), missing: usdt(turnover.missing) },
    currencies: await Promise.all(currencies),
    owed: own ? usdt(own.owed) : null,
    addresses: await addressesOf(reads, userId),
    authenticator: await hasAuthenticator(reads, userId),
    newest: newest ? toWire(newest) : null,
    addressWaitSeconds: platform.config.ADDRESS_WAIT_SECONDS,
  }
}
