const summaries = new Map<string, string>()
// As many as statements are kept prepared.
const SUMMARIES_MAX = 500

const VERB = /^\s*(\w+)/
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]\w*)/i

/** A statement by its verb and first table, as in `select users`: never its values, which may be a user's. */
export function summaryOf(sql: string): string {
  const known = summaries.get(sql)
  if (known !== undefined) return known
  const [, verb = 'statement'] = VERB.exec(sql) ?? []
  const [, table] = TABLE.exec(sql) ?? []
  const summary = [verb.toLowerCase(), ...(table ? [table] : [])].join(' ')
  if (summaries.size < SUMMARIES_MAX) summaries.set(sql, summary)
  return summary
}
