import { printable } from '../../src/rules/account/plain-text.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import type { Command, Facts, Row, Words } from './command.ts'
import type { Platform } from './context.ts'

/** An amount in the operators' format: with sign, thousands separators and currency. */
export function signedAmount(amount: Minor, currency: string): string {
  const [whole = '', decimals] = formatMoney(amount < 0n ? -amount : amount, currencyOf(currency).scale).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0n ? '-' : '+'}${grouped}${decimals === undefined ? '' : `.${decimals}`} ${currency}`
}

/** Texts shown in full elsewhere: a message, an article. */
const isLong = (value: string) => value === 'TEXT' || value === 'MARKDOWN'

/**
 * What an act is about: first the server's facts (person, amount, evidence), then its arguments in the command's order, without the reason.
 */
export async function factsOf(
  platform: Platform,
  { name, args, options, admin }: Command,
  words: Words,
): Promise<Facts> {
  const own = await admin?.money?.(platform, words)
  const typed = [
    ...args.map((arg, place) => [arg.toLowerCase(), words.args[place] ?? '']),
    ...options
      .filter(({ name, value }) => name !== 'why' && !isLong(value) && words.options[name] !== undefined)
      .map((option) => [option.name, words.options[option.name] ?? '']),
  ].filter(([field = '']) => own?.[field] === undefined)
  return { act: name, ...own, ...Object.fromEntries(typed) }
}

/** The columns of an act in proposals and in the audit log: person and amount first, the reason last. */
export function factColumns({ act = '', person, amount, ...details }: Facts, reason: string): Row {
  return {
    act,
    person: person === undefined ? null : printable(person),
    amount: amount ?? null,
    details:
      Object.entries(details)
        .map(([name, value]) => `${name}: ${printable(value)}`)
        .join(' · ') || null,
    reason: printable(reason),
  }
}
