import type { RawBuilder } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../src/api/call.ts'
import type { MessageKey } from '../src/api/messages.ts'
import type { OpenPosition } from '../src/rules/equity.ts'
import type { Minor } from '../src/rules/money.ts'
import type { MarketView } from './market/market.ts'
import type { TickNeeds } from './market/retention.ts'
import type { Hold, OrderKind, OrderRow } from './order-kind.ts'
import type { Command } from './platform/command.ts'
import type { Platform } from './platform/context.ts'
import type { Check } from './platform/database/check.ts'
import type { Db, Tx } from './platform/database/database.ts'
import type { Reach } from './platform/http/reach.ts'
import type { Route, Session } from './platform/http/route.ts'
import type { Relief } from './platform/http/rules.ts'
import type { Turn } from './platform/http/turn.ts'
import type { Reads } from './platform/unit/later.ts'
import type { Unit } from './platform/unit/unit.ts'
import type { Work } from './platform/unit/work.ts'
import type { Passwords } from './security/passwords.ts'

declare module './platform/context.ts' {
  interface Platform {
    /** What this server can do: `server/capabilities.ts`, and in a test what it adds. */
    capabilities: readonly Capability[]
  }
}

/** What the calls of a capability are made of. `passwords`: one for all, so that few are hashed at once; `collect`: where it keeps nobody waiting; `relief`: how a call goes on beyond a limit of its network; `turn`: how long one may keep others waiting. */
export type Parts = {
  platform: Platform
  market: MarketView
  passwords: Passwords
  collect: Collect
  relief: Relief<object>
  turn: Turn
}

/** Collects all that is kept about whoever has a session, as JSON. */
export type Collect = (session: Session) => Promise<string>

/** A list of what is kept about a person: at most `limit`, the newest first. */
export type Kept = (platform: Platform, session: Session, limit: number) => Promise<readonly unknown[]>

/** Moments of the past, in ms: since a time, and so far apart, from multiples of that on. */
export type Past = { sinceMs: number; widthMs: number }

/** A position, and from when to when it stood so, in ms; `toMs`: null where it stands now. */
export type Stretch = { position: OpenPosition; fromMs: number; toMs: number | null }

/**
 * A noun of the server: all that the house asks of it, in one object. `server/capabilities.ts` lists them, and nothing
 * else knows them by name.
 */
export type Capability = {
  name: string
  /** A folder of its own migrations, applied after the house's. */
  migrations?: URL
  routes?(parts: Parts): readonly Route[]
  /** Work that decides what people win or lose: it runs beside whoever makes prices, and nothing that people ask for delays it. */
  worksOnTime?(platform: Platform): readonly Work[]
  /** Other work that falls due. */
  works?(platform: Platform, reach: Reach): readonly Work[]
  /** The private events that it tells, by their kind, with the schema of their body. */
  events?: Readonly<Record<string, Schema>>
  /** The kinds of order that it is, for the order kernel. */
  orders?: readonly OrderKind[]
  /** Hears of each step of an order of any kind, in the transaction of that step. */
  hears?(unit: Unit, kind: { name: string }, order: OrderRow): Promise<void>
  /** A statement for what each of its live orders holds: rows of `id`, `user_id`, `currency` and `amount`. */
  holds?: RawBuilder<Hold>
  needs?: TickNeeds
  /** Causes by which money comes to a person or leaves them, other than by what they trade: there are certificates of their orders. */
  paysInOrOut?: readonly string[]
  /**
   * What came to a person from outside since a time (ms), less what left, in minor units of USDT: neither a gain nor a loss. Each
   * payment counts what it was worth when it moved, fixed then.
   */
  paidIn?(platform: Platform, userId: string, sinceMs: number): Promise<Minor>
  /**
   * What a person's debts had cost them by some moments (ms), the earliest first: interest and fees, paid or not, in minor units of
   * USDT. What the capability's own postings move of USDT is a debt made or repaid then, and no gain.
   */
  charged?(db: Db, userId: string, moments: readonly number[]): Promise<readonly Minor[]>
  /** What a person has open that gains or loses with a price, and holds its margin: now, and at any moment since a time. */
  positions?(db: Db, userId: string, past: Past): Promise<readonly Stretch[]>
  /** What it keeps about a person, by the name of the list in the export. */
  keeps?: Readonly<Record<string, Kept>>
  /** Why a person may not take money out or convert it now, as far as this capability goes: by key, none where they may. */
  blocksLeaving?(reads: Reads, userId: string): Promise<readonly MessageKey[]>
  /**
   * What a person must trade before money leaves (`asks`, for what came in), and what they have traded (`counts`), as far as
   * this capability goes: in minor units of USDT.
   */
  turnover?: {
    asks?(reads: Reads, userId: string): Promise<bigint>
    counts?(reads: Reads, userId: string): Promise<bigint>
  }
  /** What a person has besides what is in their wallets: on its way, or taken elsewhere since a time (ms). In minor units of USDT. */
  elsewhere?(db: Db | Tx, userId: string, sinceMs: number): Promise<bigint>
  /** Paper money that a person has asked for within the day that its limit is for (`DAILY_LIMIT_MS`). In minor units of USDT. */
  paperAsked?(reads: Reads, userId: string): Promise<bigint>
  /** What a person owes the platform at a time (ms): so much of what they have is not theirs. In minor units of USDT. */
  owes?(reads: Reads, userId: string, nowMs: number): Promise<bigint>
  commands?: readonly Command[]
  /** Adds its own figures, read each time someone asks. */
  metrics?(registry: Registry, platform: Platform): void
  /** What the whole check of the ledger looks for besides its own. */
  checks?: readonly Check[]
  /** The same, where it looks at what others of these capabilities have. */
  checksAmong?(capabilities: readonly Capability[]): readonly Check[]
}

/** The private events that these capabilities tell: the schema of each one's body, by its kind. */
export const eventsOf = (capabilities: readonly Capability[]): Readonly<Record<string, Schema>> =>
  Object.assign({}, ...capabilities.map(({ events }) => events))
