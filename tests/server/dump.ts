import { sql } from 'kysely'
import { modules } from '../../server/modules.ts'
import { kindsOf } from '../../server/orders/module.ts'
import type { Platform } from '../../server/platform/context.ts'
import type { Database } from '../../server/platform/database/database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'

const orderTables = kindsOf(modules).map(({ table }) => table)

const houseTables = [
  'users',
  'sessions',
  'login_nonces',
  'passkeys',
  'passkey_challenges',
  'codes',
  'events',
  'requests',
  'accounts',
  'transfers',
  'entries',
  'ticks',
  'record',
  'candles',
  'uploads',
  'kyc',
  'pay_passwords',
  'bank_cards',
  'authenticators',
  'recovery_codes',
  'user_messages',
  'audit',
  'announcements',
  'deposit_addresses',
  'provider_calls',
  'paper_payments',
] as const satisfies readonly (keyof Tables)[]

/** By table; those of each kind of order are among them. */
type Dump = Record<(typeof houseTables)[number], string[]> & Record<string, string[]>

/** Every row of every table as text, in a fixed order: two dumps are equal if nothing changed. */
export async function dump(
  { db }: Pick<Database, 'db'>,
  names: readonly string[] = [...houseTables, ...orderTables],
): Promise<Dump> {
  const dumped = {} as Dump
  for (const name of names) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    dumped[name] = rows
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)))
      .sort()
  }
  return dumped
}

const moneyTables = ['users', 'events', 'requests', 'accounts', 'transfers', 'entries']

/** All tables that change with a user's money and orders. */
export const accounted = [...moneyTables, ...orderTables]

/** The same of a server with other modules: with the tables of all kinds of order that it has. */
export async function dumpMoney({ db, modules }: Pick<Platform, 'db' | 'modules'>): Promise<string[]> {
  const lines: string[] = []
  for (const name of [...moneyTables, 'triggers', ...kindsOf(modules).map(({ table }) => table)]) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    const texts = rows.map((row) =>
      JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    )
    lines.push(...texts.sort().map((text) => `${name} ${text}`))
  }
  return lines
}
