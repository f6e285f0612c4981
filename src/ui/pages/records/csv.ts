import Papa from 'papaparse'

/**
 * What a spreadsheet would take for a formula: it is written as text, with an apostrophe before it. A number with a sign is
 * none. Source: owasp.org/www-community/attacks/CSV_Injection.
 */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?$))/

/** A table as CSV, as RFC 4180 has it, which no spreadsheet runs anything of. It begins with the mark by which one knows UTF-8. */
export const toCsv = (fields: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse({ fields: [...fields], data: rows.map((row) => [...row]) }, { escapeFormulae: FORMULA })}\r\n`
