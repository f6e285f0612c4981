import type { RawBuilder } from 'kysely'

/** What must never be found in the database: a query for it, and what to say of each row. */
export type Check = { rows: RawBuilder<{ what: string }>; says(what: string): string }
