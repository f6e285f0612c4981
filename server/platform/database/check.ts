import type { RawBuilder } from 'kysely'

/** What must never be found in the database: a query, and a description of each row. Its other columns, at least one, are the violation's figures. */
export type Check = {
  rows: RawBuilder<{ what: string } & Readonly<Record<string, unknown>>>
  describe(what: string): string
}
