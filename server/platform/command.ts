import * as v from 'valibot'
import { decimal } from '../../src/api/fields.ts'
import { isPlain, isPlainLine } from '../../src/rules/plain-text.ts'
import type { Platform } from './context.ts'

/** What a person typed cannot be done. Its message is one line. */
export class OperatorError extends Error {}

/** What a command is told: its words, as the command line takes them. */
export type Words = { args: readonly string[]; options: Readonly<Record<string, string>> }

/**
 * What an act is about, written by the server for the people who judge it. `person`: their name; `amount`: with its sign and
 * currency; then what else there is to judge it by, such as an address or a reference.
 */
export type Facts = Readonly<Record<string, string>>

/** What a command is given. `who`: the operator's name. */
export type Given = Words & {
  platform: Platform
  who: string
  /** What the act is about, for the audit log. */
  facts?: Facts
  /** Says how far it is, while it works. */
  tell(line: string): void
  /** Hands out a picture of the store, called `label`, and answers what to show in its place; left out, nobody wants pictures. */
  picture?(label: string, name: string): Promise<string>
  /** Asks for a password, which is not shown while it is typed. Only the command line can. */
  secret?(question: string): Promise<string>
}

/** A row that is answered, to be shown. */
export type Row = Readonly<Record<string, string | number | null>>

/** What a command answers. */
export type Rows = readonly Row[]

/** What people at the desk are there for. One person may be there for several. */
export const roles = ['support', 'review', 'treasurer', 'auditor'] as const
export type Role = (typeof roles)[number]

/** Where a command stands at the desk. */
export type AtDesk = {
  /** Who may. */
  roles: readonly Role[]
  /** `queue`: what waits, a row each; `list`: what is there, a row each; `view`: something to look at; `act`: it changes something. */
  as: 'queue' | 'list' | 'view' | 'act'
  title: string
  /** What it is about. Acts and views that take a word are about a row of the queue or list that is about the same, or about a `user`. */
  of: string
  /** An act that moves money, or lets it move: what it is about. Where it is so configured, a second person has to agree. */
  money?(platform: Platform, words: Words): Promise<Facts | undefined>
  /** An act about no row: all of its words are typed. */
  anew?: true
  /** Of a queue or list: what acts and views take of a row; by default its `id`. */
  takes?(row: Row): readonly string[]
  /** Of a view: what in a row of its queue counts what is new to see there. While there is some, an open view is looked at again. */
  follows?: string
  /** Of an act: whether it can be done with a row, at the hands of `who`; by default it can. */
  fits?(row: Row, who: string): boolean
}

/** `value`: what it takes. Of these a TEXT and MARKDOWN may have several lines, and anything else is one. */
export type Option = { name: string; value: string; about: string; needed?: true }

/** How long the longest text of an operator is: an article, in one language. */
export const MARKDOWN_LENGTH_MAX = 50_000
/** How long a word is that needs no other length: an id, a name. */
const WORD_LENGTH_MAX = 64
/** How many characters a word has at most, by what it is. A reason is read at a glance, beside the amount. */
const LENGTHS_MAX: Readonly<Record<string, number>> = {
  ...{ MARKDOWN: MARKDOWN_LENGTH_MAX, TEXT: 2_000, REASON: 500, REFERENCE: 100, FOLDER: 256 },
  // An address of e-mail is the longest of what names a person.
  ...{ USER: 254, TARGET: 254 },
}

/** A command of the operator's. */
export type Command = {
  name: string
  args: readonly string[]
  /** Options beside `--as`, which every act takes. */
  options: readonly Option[]
  about: string
  /** It has pictures to hand out: the command line writes them to the folder `--save`. */
  pictures?: true
  /** Left out, it is for the command line alone. */
  desk?: AtDesk
  run(given: Given): Promise<Rows>
}

/** The option that every act takes. */
export const why = { name: 'why', value: 'REASON', about: 'the reason, for the audit log', needed: true } as const

/** A time as an operator reads it. */
export const date = (seconds: bigint | number): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('.000', '')

/** @throws OperatorError where there is none */
export function reasonOf({ options }: Pick<Given, 'options'>): string {
  const reason = options.why?.trim() ?? ''
  if (reason === '') throw new OperatorError('--why is empty')
  return reason
}

/**
 * @throws OperatorError where words are missing, are there that the command does not know, are too long, hold characters that
 *   cannot be seen or that change the order of others, or are amounts beyond what any call takes
 */
export function requireWords({ name, args, options }: Command, given: Words): void {
  const missing = options.find((option) => option.needed && given.options[option.name] === undefined)
  if (missing) throw new OperatorError(`--${missing.name} is missing`)
  const stranger = Object.keys(given.options).find((option) => !options.some((known) => known.name === option))
  if (stranger !== undefined) throw new OperatorError(`${name} knows no --${stranger}`)
  if (given.args.length !== args.length) throw new OperatorError(`${name} takes ${args.join(' ') || 'nothing more'}`)
  given.args.forEach((word, place) => {
    requireShape(args[place] ?? '', args[place] ?? '', word)
  })
  for (const { name, value } of options) {
    const word = given.options[name]
    if (word !== undefined) requireShape(`--${name}`, value, word)
  }
}

/** @throws OperatorError where a word is not what it should be: see `requireWords` */
export function requireShape(name: string, value: string, text: string): void {
  const max = LENGTHS_MAX[value] ?? WORD_LENGTH_MAX
  if (text.length > max) throw new OperatorError(`${name} has at most ${max} characters`)
  if (!isPlain(text)) throw new OperatorError(`${name} has invisible characters: type it instead of pasting it`)
  if (value !== 'TEXT' && value !== 'MARKDOWN' && !isPlainLine(text)) throw new OperatorError(`${name} is one line`)
  if (value === 'AMOUNT' && !v.is(decimal, text)) throw new OperatorError(`${name} is no amount, such as 12.50`)
}
