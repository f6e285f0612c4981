import type { RawBuilder } from 'kysely'

/** What must never be found in the database: a query for it, and what to say of each row. Its other columns are the figures of the violation. */
export type Check = {
  rows: RawBuilder<{ what: string } & Readonly<Record<string, unknown>>>
  says(what: string): string
}
