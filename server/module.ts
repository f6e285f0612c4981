import type { RawBuilder } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../src/api/wire/call.ts'
import type { MessageKey } from '../src/api/wire/messages.ts'
import type { MarginPosition } from '../src/rules/money/equity.ts'
import type { Minor } from '../src/rules/money/money.ts'
import type { MarketView } from './market/market.ts'
import type { TickNeeds } from './market/retention.ts'
import type { Hold, OrderKind, OrderRow } from './order-kind.ts'
import type { Command } from './platform/command.ts'
import type { Platform } from './platform/context.ts'
import type { Check } from './platform/database/check.ts'
import type { Db, Tx } from './platform/database/database.ts'
import type { Loopback } from './platform/http/loopback.ts'
import type { Route, Session } from './platform/http/route.ts'
import type { Relief } from './platform/http/rules.ts'
import type { TimeSlice } from './platform/http/time-slice.ts'
import type { RiskRule } from './platform/risk.ts'
import type { Reads } from './platform/unit/defer.ts'
import type { Job } from './platform/unit/job.ts'
import type { Unit } from './platform/unit/unit.ts'
import type { Passwords } from './security/passwords.ts'

declare module './platform/context.ts' {
  interface Platform {
    /** The modules of this server: `server/modules.ts`, plus those that a test adds. */
    modules: readonly Module[]
  }
}

/**
 * The dependencies of a module's calls. `passwords`: shared, so that few are hashed at once; `collect`: in a thread; `relief`: how a call
 * continues past a network limit; `slice`: how long one may keep the thread.
 */
export type Parts = {
  platform: Platform
  market: MarketView
  passwords: Passwords
  collect: Collect
  relief: Relief<object>
  slice: TimeSlice
}

/** Collects all data stored about the session's user, as JSON. */
export type Collect = (session: Session) => Promise<string>

/** A list of stored data about a user: at most `limit` rows, newest first. */
export type Kept = (platform: Platform, session: Session, limit: number) => Promise<readonly unknown[]>

/** Past times, in ms: since a time, at multiples of a width. */
export type Past = { sinceMs: number; widthMs: number }

/** A position and its period, in ms; `toMs`: null for the current state. */
export type Stretch = { position: MarginPosition; fromMs: number; toMs: number | null }

/**
 * A module of the server: everything the server asks of it, in one object. `server/modules.ts` lists them, and nothing else knows them
 * by name.
 */
export type Module = {
  name: string
  /** A folder of its own migrations. */
  migrations?: URL
  routes?(parts: Parts): readonly Route[]
  /** Time-critical work that decides orders: it runs in the price thread, and calls cannot delay it. */
  criticalJobs?(platform: Platform): readonly Job[]
  /** Other recurring work. */
  jobs?(platform: Platform, loopback: Loopback): readonly Job[]
  /** Its private events by kind, with the schema of their body. */
  events?: Readonly<Record<string, Schema>>
  /** Its kinds of order, for the order kernel. */
  orders?: readonly OrderKind[]
  /** Called after each step of an order of any kind, in the transaction of that step. */
  onOrderStep?(unit: Unit, kind: { name: string }, order: OrderRow): Promise<void>
  /** A statement for the amounts held by its live orders: rows of `id`, `user_id`, `currency` and `amount`. */
  holds?: RawBuilder<Hold>
  needs?: TickNeeds
  /** Causes of payments in or out, other than trades: their orders have certificates. */
  paysInOrOut?: readonly string[]
  /**
   * A user's net payments in since a time (ms), in minor units of USDT: neither a gain nor a loss. Each payment counts at its value when it
   * moved.
   */
  paidIn?(platform: Platform, userId: string, sinceMs: number): Promise<Minor>
  /**
   * The total cost of a user's debts at some times (ms), the earliest first: interest and fees, paid or not, in minor units of USDT. The
   * module's own USDT postings create or repay debt, and are no gain.
   */
  charged?(db: Db, userId: string, moments: readonly number[]): Promise<readonly Minor[]>
  /** A user's open positions with a margin and a P&L: now, and at any time since a given one. */
  positions?(db: Db, userId: string, past: Past): Promise<readonly Stretch[]>
  /** Its data about a user, by the name of the list in the export. */
  exports?: Readonly<Record<string, Kept>>
  /** Why a user may not withdraw or convert money now, from this module's view: error keys, empty if they may. */
  blocksLeaving?(reads: Reads, userId: string): Promise<readonly MessageKey[]>
  /**
   * The required trading volume (`asks`, for payments in), and the traded volume (`counts`), from this module's view: in minor units of USDT.
   */
  turnover?: {
    asks?(reads: Reads, userId: string): Promise<bigint>
    counts?(reads: Reads, userId: string): Promise<bigint>
  }
  /** A user's money outside their wallets: in transit, or withdrawn since a time (ms). In minor units of USDT. */
  elsewhere?(db: Db | Tx, userId: string, sinceMs: number): Promise<bigint>
  /** Paper money that a user has requested within the period of its limit (`DAILY_LIMIT_MS`). In minor units of USDT. */
  paperAsked?(reads: Reads, userId: string): Promise<bigint>
  /** A user's debt to the platform at a time (ms), in minor units of USDT. */
  owes?(reads: Reads, userId: string, nowMs: number): Promise<bigint>
  /** What operators should weigh about a user, from this module's view. */
  risks?: readonly RiskRule[]
  commands?: readonly Command[]
  /** Adds its own metrics, read on each request. */
  metrics?(registry: Registry, platform: Platform): void
  /** Additional checks for the ledger verification. */
  checks?: readonly Check[]
  /** The same, with access to the other modules. */
  checksAmong?(modules: readonly Module[]): readonly Check[]
}

/** The private events of these modules: the schema of each body, by kind. */
export const eventsOf = (modules: readonly Module[]): Readonly<Record<string, Schema>> =>
  Object.assign({}, ...modules.map(({ events }) => events))
