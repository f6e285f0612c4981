/** What a spreadsheet would run as a formula: it gets an apostrophe in front. Source: owasp.org/www-community/attacks/CSV_Injection. */
const FORMULA = /^[=@\t\r+-]/

/** A table as CSV (RFC 4180), in UTF-8 with its mark. An empty cell is null. */
export async function csvOf(
  fields: readonly string[],
  rows: readonly (readonly (string | bigint | null)[])[],
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const data = rows.map((row) => row.map((value) => (value === null ? '' : String(value))))
  return `\ufeff${Papa.unparse({ fields: [...fields], data }, { escapeFormulae: FORMULA })}\r\n`
}
