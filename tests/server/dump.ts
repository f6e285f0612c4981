import { sql } from 'kysely'
import type { Database } from '../../server/platform/database.ts'
import type { Tables } from '../../server/platform/tables.ts'

const tables = [
  'users',
  'sessions',
  'login_nonces',
  'codes',
  'events',
  'requests',
  'accounts',
  'transfers',
  'entries',
  'ticks',
  'record',
  'candles',
  'microtrades',
  'uploads',
  'verifications',
  'pay_passwords',
  'bank_cards',
  'authenticators',
  'recovery_codes',
  'user_messages',
  'audit',
  'announcements',
] as const satisfies readonly (keyof Tables)[]

type Dump = Record<(typeof tables)[number], string[]>

/** Every row of every table as text, in an order of its own: two dumps are equal where nothing was changed. */
export async function dump({ db }: Pick<Database, 'db'>, names: readonly (keyof Dump)[] = tables): Promise<Dump> {
  const dumped = {} as Dump
  for (const name of names) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    dumped[name] = rows
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)))
      .sort()
  }
  return dumped
}

/** All that moves with a person's money and orders. */
export const accounted = ['users', 'events', 'requests', 'accounts', 'transfers', 'entries', 'microtrades'] as const
