import { sql } from 'kysely'
import type { DepositStart } from '../../src/api/money/deposit.ts'
import {
  BANK_CURRENCY,
  DAILY_LIMIT_MS,
  type DepositTerms,
  depositLimits,
  LOST_BELOW,
  MOVED_BPS,
} from '../../src/rules/deposit/deposit.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../../src/rules/money/money.ts'
import { walletsOf } from '../ledger/module.ts'
import { valueAt, valueNow } from '../market/module.ts'
import { leftOfPaper } from '../paper-limit.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Reads, readFrom } from '../platform/unit/defer.ts'
import { sumsOf } from '../platform/unit/sums.ts'
import type { Unit } from '../platform/unit/unit.ts'

const USDT = currencyOf('USDT')
const inUsdt = (text: string): Minor => parseMoney(text, USDT.scale) ?? 0n

/** What a user has requested within the last day, in minor units of USDT, without failed requests. */
export const askedWithinDay = (reads: Reads, userId: string): Promise<Minor> => reads.read(asked, userId)

const asked = sumsOf('deposits', 'value', { where: sql`state <> 'failed'`, withinMs: DAILY_LIMIT_MS })

/**
 * The current limits of a currency, by its last recorded price; `undefined` if it never had one.
 *
 * @param left of the day, in minor units of USDT
 * @param slackBps tolerance beyond the displayed limits, for a coin whose price may have moved since
 */
export async function termsFor(
  reads: Reads,
  way: keyof typeof depositLimits,
  currency: string,
  left: Minor,
  slackBps = 0n,
): Promise<DepositTerms | undefined> {
  const { scale } = currencyOf(currency)
  // The value of many coins: a single one may be worth less than a minor unit of USDT.
  const many = 10n ** BigInt(scale + 6)
  const value = (await valueNow(reads, { currency, amount: many }))?.value
  if (!value) return undefined
  const slack = currency === USDT.code ? 0n : slackBps
  const most = (usdt: Minor) => formatMoney(mulDiv(usdt * (10_000n + slack), many, value * 10_000n, 'down'), scale)
  const least = (usdt: Minor) => formatMoney(mulDiv(usdt * (10_000n - slack), many, value * 10_000n, 'up'), scale)
  const { min, max } = depositLimits[way]
  return { min: least(inUsdt(min)), max: most(inUsdt(max)), left: most(left) }
}

/** The limits of a currency and of a transfer, for display. */
export async function depositTerms(
  platform: Pick<Platform, 'modules' | 'db' | 'clock'>,
  userId: string,
  currency: string,
): Promise<{ crypto: DepositStart['crypto']; bank: DepositTerms }> {
  const reads = readFrom(platform)
  const left = await leftOfPaper(platform.modules, reads, userId)
  const bank = await termsFor(reads, 'bank', BANK_CURRENCY, left)
  if (!bank) throw new Error('a transfer has no limits')
  return { crypto: (await termsFor(reads, 'crypto', currency, left)) ?? null, bank }
}

/** The terms by which the server validates: slightly wider than displayed. */
export const termsNow = async (
  unit: Unit,
  userId: string,
  way: keyof typeof depositLimits,
  currency: string,
): Promise<DepositTerms | undefined> =>
  termsFor(unit, way, currency, await leftOfPaper(unit.platform.modules, unit, userId), MOVED_BPS)

/**
 * The new paper money for a user who has lost everything, in minor units of USDT; 0 for others. Reserved money, pending deposits, and
 * withdrawals since the last restart are not lost.
 */
export async function againFor(
  { config, modules, clock }: Pick<Platform, 'config' | 'modules' | 'clock'>,
  { db, reads }: { db: Db | Tx; reads: Reads },
  userId: string,
): Promise<Minor> {
  const now = clock.now()
  const [paper, left] = [inUsdt(config.PAPER_BALANCE), await leftOfPaper(modules, reads, userId)]
  const amount = paper < left ? paper : left
  if (amount < inUsdt(depositLimits.crypto.min)) return 0n
  let has = 0n
  for (const { currency, balance } of await walletsOf(db, userId)) {
    const own = parseMoney(balance, currencyOf(currency).scale) ?? 0n
    if (own > 0n) has += (await valueAt(db, { currency, amount: own }, now))?.value ?? 0n
  }
  const sinceMs = await begunAt(db, userId)
  for (const { elsewhere } of modules) has += (await elsewhere?.(db, userId, sinceMs)) ?? 0n
  return has < inUsdt(LOST_BELOW) ? amount : 0n
}

/** The time of a user's last restart, in ms; 0 if there was none. */
async function begunAt(db: Db | Tx, userId: string): Promise<number> {
  const { at } = await db
    .selectFrom('deposits')
    .select(({ fn }) => fn.max<bigint | null>('accepted_ms').as('at'))
    .where('user_id', '=', userId)
    .where('way', '=', 'again')
    .executeTakeFirstOrThrow()
  return Number(at ?? 0n)
}

/** The sum of a user's pending deposits, in minor units of USDT. */
export async function onItsWay(db: Db | Tx, userId: string): Promise<Minor> {
  const { value } = await db
    .selectFrom('deposits')
    .select(({ fn }) => fn.sum<bigint | string | null>('value').as('value'))
    .where('user_id', '=', userId)
    .where('settled_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return BigInt(value ?? 0n)
}
