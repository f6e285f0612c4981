import { type RawBuilder, sql } from 'kysely'
import { unrealisedAt } from '../../src/rules/money/equity.ts'
import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { profileOf } from '../../src/rules/profiles/profile.ts'
import { currentPrice, type Prices } from '../market/module.ts'
import type { OrderKind } from '../order-kind.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import { keptCount } from '../platform/kept-count.ts'

/** The period of the share, in ms: twelve months. */
export const LOSING_MS = 365 * DAY_SECONDS * 1_000
/** Users per statement: SQLite reads on the calling thread. */
const USERS = 500

/** The number of accounts that traded with leverage, and of those that lost money with it. */
export type Losing = { accounts: number; lost: number }

/**
 * The share of accounts that lost money with leveraged products in the last twelve months, in percent, rounded up; null if none used them. Counted once
 * a day. `undefined` if the server's rules ask for no such warning.
 */
export async function losingPercent(platform: Platform, prices: Prices): Promise<number | null | undefined> {
  if (!profileOf(platform.config.RULES).lossWarning) return undefined
  const { accounts, lost } = (await losing(platform, prices)).value
  return accounts === 0 ? null : Math.ceil((lost * 100) / accounts)
}

const losing = keptCount('losing accounts', DAY_SECONDS, countLosing)

/**
 * An account has lost money if the sum of its results is negative: of positions closed within the period, after all costs, and of open ones if they
 * were closed now. An account without such a position does not count.
 */
export async function countLosing(
  platform: Pick<Platform, 'db' | 'clock' | 'modules'>,
  prices: Prices,
): Promise<Losing> {
  const { db, clock, modules } = platform
  const now = clock.now()
  const results = new Map<string, bigint>()
  const add = (userId: string, result: bigint) => results.set(userId, (results.get(userId) ?? 0n) + result)
  for (const { orders = [], positions } of modules) {
    for (const { leveraged, listing, table } of orders) {
      if (!leveraged || !listing) continue
      for await (const { user_id, net } of closedSince(db, table, listing, now - LOSING_MS)) add(user_id, net)
      for await (const { user_id } of withLive(db, table)) {
        const open = (await positions?.(db, user_id, { sinceMs: now, widthMs: 1 })) ?? []
        for (const { position, toMs } of open) {
          if (toMs === null) add(user_id, unrealisedAt(position, currentPrice(prices, position.symbol)) ?? 0n)
        }
      }
    }
  }
  const lost = [...results.values()].filter((result) => result < 0n).length
  return { accounts: results.size, lost }
}

type Listed = Pick<NonNullable<OrderKind['listing']>, 'staked' | 'returned'>

/** The results of the positions closed since a time, in ms, by user. */
async function* closedSince(db: Db, table: string, { staked, returned }: Listed, sinceMs: number) {
  const page = (after: string) => sql<{ user_id: string; net: bigint | string }>`
    select user_id, sum(${returned} - ${staked}) as net from ${sql.table(table)}
    where user_id > ${after} and settled_ms >= ${BigInt(sinceMs)} and ${staked} <> 0
    group by user_id order by user_id limit ${sql.lit(USERS)}`
  for await (const { user_id, net } of paged(db, page)) yield { user_id, net: BigInt(net) }
}

/** The users with live orders. */
const withLive = (db: Db, table: string) =>
  paged(
    db,
    (after) => sql<{ user_id: string }>`select distinct user_id from ${sql.table(table)}
      where user_id > ${after} and settled_ms is null order by user_id limit ${sql.lit(USERS)}`,
  )

async function* paged<Row extends { user_id: string }>(db: Db, page: (after: string) => RawBuilder<Row>) {
  for (let after = ''; ; ) {
    const { rows } = await page(after).execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < USERS) return
    after = last.user_id
  }
}
