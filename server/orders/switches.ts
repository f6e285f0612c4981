import { sql } from 'kysely'
import { Refusal } from '../../src/api/wire/messages.ts'
import { noteAct } from '../audit/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import { type Command, type Given, OperatorError, type Rows, reasonOf, why } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Loader, Prefetch } from '../platform/unit/defer.ts'
import { commit, type Unit } from '../platform/unit/unit.ts'

/** A table of switches set by an operator: one row for each scope that is switched. */
export type Switched = { scope: string; at: bigint }

/**
 * A switch for a kind of order, by scope, with its operator commands.
 *
 * - `noun` of the commands; `list`, `on`, `off`: their verbs
 * - `says`: descriptions of the list and of switching on and off; `scopes`: the allowed scopes
 */
export type Switch = {
  noun: string
  /** Its rows are `Switched`. */
  table: string
  verbs: { list: string; on: string; off: string }
  /** The commands' titles in the admin console. */
  titles: { list: string; on: string; off: string }
  says: { list: string; on: string; off: string; scopes: string }
  isScope(scope: string): boolean
  unknown(scope: string): string
}

/** Which of these scopes are switched on. */
export async function switchedOf(
  db: Db | Tx,
  { table }: Pick<Switch, 'table'>,
  scopes: readonly string[],
): Promise<string[]> {
  const all = sql<Switched>`select * from ${sql.table(table)} where scope in (${sql.join(scopes)})`
  return (await all.execute(db)).rows.map(({ scope }) => scope)
}

/** The operator commands of a switch; each act is in the audit log. */
export function switchCommands({ noun, table, verbs, titles, says, isScope, unknown }: Switch): readonly Command[] {
  const rows = sql.table(table)
  const change = async (
    given: Given,
    verb: string,
    work: (tx: Tx, scope: string) => Promise<unknown>,
  ): Promise<Rows> => {
    const [scope = ''] = given.args
    if (!isScope(scope)) throw new OperatorError(unknown(scope))
    const reason = reasonOf(given)
    const act = `${noun} ${verb}`
    await commit(given.platform, async (unit) => {
      await work(unit.tx, scope)
      await noteAct(unit, { who: given.who, act: `${act} ${scope}`, userId: null, why: reason, facts: given.facts })
    })
    return [{ done: act, scope }]
  }
  return [
    {
      name: `${noun} ${verbs.list}`,
      args: [],
      options: [],
      about: says.list,
      admin: {
        roles: ['treasurer', 'auditor'],
        as: 'list',
        title: titles.list,
        of: `${noun} ${verbs.list}`,
        takes: ({ scope }) => [String(scope)],
      },
      run: async ({ platform }) =>
        (await sql<Switched>`select * from ${rows} order by scope`.execute(platform.db)).rows.map(({ scope, at }) => ({
          scope,
          since: new Date(Number(at) * 1_000).toISOString(),
        })),
    },
    {
      name: `${noun} ${verbs.on}`,
      args: ['SCOPE'],
      options: [why],
      about: `${says.on} SCOPE: ${says.scopes}.`,
      admin: { roles: ['treasurer'], as: 'act', title: titles.on, of: `${noun} ${verbs.list}`, creates: true },
      run: (given) =>
        change(given, verbs.on, (tx, scope) => {
          const at = BigInt(nowSeconds(given.platform.clock))
          return sql`insert into ${rows} (scope, at) values (${scope}, ${at}) on conflict (scope) do nothing`.execute(
            tx,
          )
        }),
    },
    {
      name: `${noun} ${verbs.off}`,
      args: ['SCOPE'],
      options: [why],
      about: `${says.off} SCOPE: ${says.scopes}.`,
      admin: { roles: ['treasurer'], as: 'act', title: titles.off, of: `${noun} ${verbs.list}` },
      run: (given) =>
        change(given, verbs.off, (tx, scope) => sql`delete from ${rows} where scope = ${scope}`.execute(tx)),
    },
  ]
}

/** Scope of the whole kind: no new orders at all. */
const OFF = 'off'
/** Scope of all symbols. */
const ALL = 'all'

/** Halts a kind of order: entirely (`off`), or new orders for all symbols (`all`) or one. Live orders continue. */
export const haltSwitch = (
  noun: string,
  table: Switch['table'],
  of: { orders: string; isSymbol(symbol: string): boolean; unknown(scope: string): string },
): Switch => ({
  noun,
  table,
  verbs: { list: 'halts', on: 'halt', off: 'resume' },
  titles: { list: `Halts of ${of.orders}`, on: 'Halt', off: 'Resume' },
  says: {
    list: `Lists the symbols on which no ${of.orders} can be opened.`,
    on: `Stops new ${of.orders}.`,
    off: `Allows new ${of.orders} again.`,
    scopes: 'a symbol, `all` of them, or `off`: the whole function',
  },
  isScope: (scope) => scope === OFF || scope === ALL || of.isSymbol(scope),
  unknown: of.unknown,
})

/** Why an operator has stopped new orders. */
export type Halt = 'functionOff' | 'tradingClosed'

/** Reads of the halts of a kind of order: one for all orders of a group. */
export type Halts = {
  /** Why no order can be opened on a symbol. */
  haltOf(db: Db | Tx, symbol: string): Promise<Halt | undefined>
  /** Prefetch of the halts of an order's symbol. */
  prefetchHalt(symbol: string): Prefetch
  /** @throws Refusal functionOff, tradingClosed */
  requireOn(unit: Unit, symbol: string): Promise<void>
}

/** The halts of a kind of order, as its calls read them. */
export function haltsBy(of: Pick<Switch, 'table'>): Halts {
  const halts: Loader<Halt | undefined> = {
    ofUser: false,
    none: undefined,
    load: async (db, symbols) => {
      const scopes = await switchedOf(db, of, [OFF, ALL, ...symbols])
      const haltOn = (symbol: string): Halt | undefined => {
        if (scopes.includes(OFF)) return 'functionOff'
        return scopes.includes(ALL) || scopes.includes(symbol) ? 'tradingClosed' : undefined
      }
      return new Map(symbols.map((symbol) => [symbol, haltOn(symbol)]))
    },
  }
  return {
    haltOf: async (db, symbol) => (await halts.load(db, [symbol], 0)).get(symbol),
    prefetchHalt: (symbol) => [halts, symbol],
    requireOn: async (unit, symbol) => {
      const halt = await unit.read(halts, symbol)
      if (halt) throw new Refusal(halt)
    },
  }
}

/** Whether a scope is switched on: one read for all orders of a group. */
export const switchedBy = (of: Pick<Switch, 'table'>): Loader<boolean> => ({
  ofUser: false,
  none: false,
  load: async (db, scopes) => new Map((await switchedOf(db, of, scopes)).map((scope) => [scope, true])),
})
