import type { Wallet } from '../src/api/money/wallet.ts'
import { type MessageKey, Refusal } from '../src/api/wire/messages.ts'
import { ownRoomOf, riskRoomOf } from '../src/rules/money/coverage.ts'
import { currencyOf } from '../src/rules/money/currencies.ts'
import { type Minor, mulDiv, parseMoney } from '../src/rules/money/money.ts'
import { valueNow } from './market/module.ts'
import type { Module } from './module.ts'
import { coinsOf, coverageOf } from './orders/module.ts'
import { owedBy } from './owed.ts'
import type { Reads } from './platform/unit/defer.ts'

/** Required and traded volume, in minor units of USDT. */
export type Turnover = { asked: bigint; counted: bigint; missing: bigint }

/** Why a user may not move money out of a wallet now: distinct error keys, empty if they may. */
export async function blocksLeaving(
  modules: readonly Module[],
  reads: Reads,
  userId: string,
): Promise<readonly MessageKey[]> {
  const keys: MessageKey[] = []
  for (const module of modules) keys.push(...((await module.blocksLeaving?.(reads, userId)) ?? []))
  return [...new Set(keys)]
}

/**
 * Refuses, with the first reason, a user with open positions that block it.
 *
 * @throws Refusal
 */
export async function requireNothingOpen(modules: readonly Module[], reads: Reads, userId: string): Promise<void> {
  const [key] = await blocksLeaving(modules, reads, userId)
  if (key) throw new Refusal(key)
}

/** A user's required and traded volume. */
export async function turnoverOf(modules: readonly Module[], reads: Reads, userId: string): Promise<Turnover> {
  let [asked, counted] = [0n, 0n]
  for (const { turnover } of modules) {
    asked += (await turnover?.asks?.(reads, userId)) ?? 0n
    counted += (await turnover?.counts?.(reads, userId)) ?? 0n
  }
  return { asked, counted, missing: asked > counted ? asked - counted : 0n }
}

/** Withdrawable amounts of a user with debts, in minor units of USDT: in all currencies, and in USDT; and the amount that must stay for the debt. */
export type Own = { all: Minor; usdt: Minor; owed: Minor }

/**
 * A user's own part of all money in their wallets, held amounts included, in minor units of USDT at the last recorded prices; `undefined`
 * without debts: all of it. With cover required, no withdrawal may reduce it.
 *
 * @param nowMs when, in ms
 * @param fallBps price fall to allow for, in basis points: coins count that much less
 */
export async function ownOf(
  modules: readonly Module[],
  reads: Reads,
  wallets: readonly Wallet[],
  { userId, nowMs, fallBps = 0n }: { userId: string; nowMs: number; fallBps?: bigint },
): Promise<Own | undefined> {
  const owed = await owedBy(modules, reads, userId, nowMs)
  if (owed === 0n) return undefined
  let own = -owed
  for (const { currency, balance } of wallets) {
    const amount = parseMoney(balance, currencyOf(currency).scale) ?? 0n
    if (amount === 0n) continue
    const value = (await valueNow(reads, { currency, amount }))?.value ?? 0n
    own += currency === 'USDT' ? value : mulDiv(value, 10_000n - fallBps, 10_000n, 'down')
  }
  const all = own > 0n ? own : 0n
  const coverage = await coverageOf(modules, reads, async () => wallets, { userId, nowMs })
  if (!coverage) return { all, usdt: all, owed }
  const coins = mulDiv(await coinsOf(reads, wallets), 10_000n - fallBps, 10_000n, 'down')
  const covered = least(all, ownRoomOf(coverage, coins) ?? all)
  return { all: covered, usdt: least(covered, riskRoomOf(coverage) ?? covered), owed: greater(owed, coverage.due) }
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)
const greater = (a: Minor, b: Minor): Minor => (a > b ? a : b)
