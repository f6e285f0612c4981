import { plainOf } from '../../rules/account/plain-text.ts'

/** A language's number separators: decimal and thousands. */
export type Marks = { decimal: string; group: string }

/** The measure of an amount. `scale`: maximum decimals. `shown`: maximum displayed decimals. */
export type Measure = { code: string; scale: number; shown: number }

/**
 * A typed amount as parsed. `text`: a plain decimal, empty if nothing is entered. `perhaps`: its value with the separators of other
 * languages, if valid.
 */
export type TypedAmount =
  | { type: 'amount'; text: string }
  | { type: 'unclear'; perhaps: string | undefined }
  | { type: 'tooPrecise' }

/** A form's value for an amount that could not be parsed: invalid to every rule. */
export const UNREAD = 'unread'

const WHOLE_DIGITS_MAX = 18
const WIDE = /[０-９．，]/g
const narrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)
const escaped = (text: string) => text.replace(/[.*+?^$|()[\]{}\\]/g, String.raw`\$&`)
/** Thousands separators of some languages, other than the two that are decimal separators in others. */
const GROUPS = String.raw`\s'’`

/**
 * Parses an amount with the separators of the page's language. Thousands may be grouped, by one separator and in threes; digits may be
 * full-width, and the currency's code may follow or precede. Invisible marks, such as a copied text has, are ignored. No digit is dropped but zeros at either end.
 *
 * Ambiguous are wrong groups, and three decimals that end in a zero where pages show fewer: such an amount is unlikely, but other languages
 * write thousands that way.
 */
export function readAmount(typed: string, { decimal, group }: Marks, measure: Measure): TypedAmount {
  const bare = withoutCode(plainOf(typed).replace(WIDE, narrow), measure.code)
  if (bare === '' || bare === decimal) return { type: 'amount', text: '' }
  const perhaps = () => readPlain(bare, group, decimal, measure)
  const read = parts(bare, decimal, group + GROUPS)
  if (!read) return { type: 'unclear', perhaps: perhaps() }
  const isThousands = /^[1-9]\d{0,2}$/.test(read.before) && /^\d\d0$/.test(read.decimals)
  if (isThousands && measure.shown < 3) return { type: 'unclear', perhaps: perhaps() }
  const text = plain(read)
  if (text === undefined) return { type: 'unclear', perhaps: undefined }
  return isWithin(text, measure) ? { type: 'amount', text } : { type: 'tooPrecise' }
}

function withoutCode(text: string, code: string): string {
  return text.replace(new RegExp(String.raw`^\s*${escaped(code)}\s|\s${escaped(code)}\s*$`, 'i'), '').trim()
}

type Parts = { before: string; decimals: string }

/** The parts before and after the decimal separator, if the rest is digits, or digits in groups of three. */
function parts(text: string, decimal: string, groups: string): Parts | undefined {
  const grouped = String.raw`[1-9]\d{0,2}(?<mark>[${groups}])\d{3}(?:\k<mark>\d{3})*`
  const match = new RegExp(String.raw`^(?<before>\d*|${grouped})(?:${escaped(decimal)}(?<decimals>\d*))?$`).exec(text)
  return match?.groups && { before: match.groups.before ?? '', decimals: match.groups.decimals ?? '' }
}

function plain({ before, decimals }: Parts): string | undefined {
  const whole = before.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  const rest = decimals.replace(/0+$/, '')
  if (whole.length > WHOLE_DIGITS_MAX) return undefined
  return rest === '' ? whole : `${whole}.${rest}`
}

const isWithin = (text: string, { scale }: Measure) => (text.split('.')[1]?.length ?? 0) <= scale

function readPlain(bare: string, decimal: string, group: string, measure: Measure): string | undefined {
  const read = parts(bare, decimal, group)
  const text = read && plain(read)
  return text !== undefined && isWithin(text, measure) ? text : undefined
}
