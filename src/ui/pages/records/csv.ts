import Papa from 'papaparse'

/**
 * Cells that a spreadsheet would run as a formula: they get an apostrophe in front. Signed numbers are safe. Source: owasp.org/www-
 * community/attacks/CSV_Injection.
 */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?$))/

/** A table as CSV (RFC 4180) that a spreadsheet cannot run formulas from. Starts with the UTF-8 byte order mark. */
export const toCsv = (fields: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse({ fields: [...fields], data: rows.map((row) => [...row]) }, { escapeFormulae: FORMULA })}\r\n`
