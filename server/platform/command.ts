import * as v from 'valibot'
import { decimal } from '../../src/api/wire/fields.ts'
import { isPlain, isPlainLine } from '../../src/rules/account/plain-text.ts'
import type { Config } from './config.ts'
import type { Platform } from './context.ts'

/** A request that cannot be carried out. Its message is one line. `code`: its kind, if a page treats it differently from others. */
export class OperatorError extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** A request that this operator may not make, although their roles list the act. The admin console notes it in the audit log. */
export class ForbiddenError extends OperatorError {}

/** A command's arguments and options, as typed on the command line. */
export type Words = { args: readonly string[]; options: Readonly<Record<string, string>> }

/**
 * What an act is about, written by the server for the operators who decide. `person`: the user's name; `amount`: with sign and currency;
 * then further evidence, such as an address or a reference.
 */
export type Facts = Readonly<Record<string, string>>

/** The input of a command. `who`: the operator's name. */
export type Given = Words & {
  platform: Platform
  who: string
  /** What the act is about, for the audit log. */
  facts?: Facts
  /** Reports progress. */
  tell(line: string): void
  /** Publishes a picture of the store, called `label`, and returns what to show in its place; absent if no pictures are wanted. */
  picture?(label: string, name: string): Promise<string>
  /** Publishes a text as a file of this name, and returns what to show in its place; absent if no file is wanted. */
  file?(name: string, text: string): Promise<string>
  /** Asks for a password without echo. Only the command line can. */
  secret?(question: string): Promise<string>
}

/** A result row, for display. */
export type Row = Readonly<Record<string, string | number | null>>

/** The result of a command. */
export type Rows = readonly Row[]

/** Roles of operators in the admin console. One operator may have several. */
export const roles = ['support', 'review', 'treasurer', 'auditor'] as const
export type Role = (typeof roles)[number]

/** How a command appears in the admin console. */
export type AdminEntry = {
  /** Roles that may use it. */
  roles: readonly Role[]
  /** `queue`: waiting items, one row each; `list`: existing items, one row each; `view`: something to read; `act`: a change. */
  as: 'queue' | 'list' | 'view' | 'act'
  title: string
  /** Its subject. Acts and views with an argument apply to a row of the queue or list with the same subject, or to a `user`. */
  of: string
  /** An act that moves money, or releases it: what it is about. If so configured, a second operator must approve it. */
  money?(platform: Platform, words: Words): Promise<Facts | undefined>
  /** An act without a row: all of its arguments are typed. */
  creates?: true
  /** Of a queue or list: what acts and views take from a row; by default its `id`. */
  takes?(row: Row): readonly string[]
  /** Of a view: the column of its queue row that counts new items. While it is above zero, an open view reloads. */
  follows?: string
  /** Of a queue: how long a row may wait for a decision, in seconds, since the time in a column; and which rows do, by default all. */
  target?: { since: string; seconds: number; waits?(row: Row): boolean }
  /** Of a view of a user: each view is in the audit log, so the page runs it on request only. */
  audited?: true
  /** Of an act: whether `who` can apply it to a row; by default, yes. */
  fits?(row: Row, who: string): boolean
}

/** `value`: its type. TEXT and MARKDOWN may have several lines, everything else has one. */
export type Option = { name: string; value: string; about: string; needed?: true }

/** Maximum length of the longest text by an operator: an article, in one language. */
export const MARKDOWN_LENGTH_MAX = 50_000
/** Maximum length of an argument without another limit: an id, a name. */
const WORD_LENGTH_MAX = 64
/** Maximum number of characters of an argument, by type. A reason must be readable at a glance, next to the amount. */
const LENGTHS_MAX: Readonly<Record<string, number>> = {
  ...{ MARKDOWN: MARKDOWN_LENGTH_MAX, TEXT: 2_000, REASON: 500, REFERENCE: 100, FOLDER: 256 },
  // An e-mail address is the longest identifier of a user.
  ...{ USER: 254, TARGET: 254 },
}

/** An operator command. */
export type Command = {
  name: string
  args: readonly string[]
  /** Options in addition to `--as`, which every act takes. */
  options: readonly Option[]
  about: string
  /** It publishes pictures: the command line writes them to the folder `--save`. */
  pictures?: true
  /** It publishes a file, likewise. */
  files?: true
  /** Absent if only the command line has it. */
  admin?: AdminEntry
  run(given: Given): Promise<Rows>
  /** The command line runs it in place of `run`, before there is a database. */
  alone?(given: Alone): Promise<Rows>
}

/** The input of a command without a database. `open`: opens the one that it has created; close it at the end. */
export type Alone = Words &
  Pick<Given, 'who' | 'tell'> & { config: Config; modules: Platform['modules']; open(): Promise<Platform> }

/** The option that every act takes. */
export const why = { name: 'why', value: 'REASON', about: 'the reason, for the audit log', needed: true } as const

/** A time in the operators' format. */
export const date = (seconds: bigint | number): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('.000', '')

/** @throws OperatorError if there is none */
export function reasonOf({ options }: Pick<Given, 'options'>): string {
  const reason = options.why?.trim() ?? ''
  if (reason === '') throw new OperatorError('--why is empty')
  return reason
}

/**
 * @throws OperatorError if arguments are missing, unknown, too long, contain invisible or bidirectional characters, or are amounts beyond
 *   what any call accepts
 */
export function requireWords({ name, args, options }: Command, given: Words): void {
  const missing = options.find((option) => option.needed && given.options[option.name] === undefined)
  if (missing) throw new OperatorError(`--${missing.name} is missing`)
  const stranger = Object.keys(given.options).find((option) => !options.some((known) => known.name === option))
  if (stranger !== undefined) throw new OperatorError(`${name} has no option --${stranger}`)
  if (given.args.length !== args.length) throw new OperatorError(`${name} takes ${args.join(' ') || 'no arguments'}`)
  given.args.forEach((word, place) => {
    requireShape(args[place] ?? '', args[place] ?? '', word)
  })
  for (const { name, value } of options) {
    const word = given.options[name]
    if (word !== undefined) requireShape(`--${name}`, value, word)
  }
}

/** @throws OperatorError if an argument is invalid: see `requireWords` */
export function requireShape(name: string, value: string, text: string): void {
  const max = LENGTHS_MAX[value] ?? WORD_LENGTH_MAX
  if (text.length > max) throw new OperatorError(`${name} has at most ${max} characters`)
  if (!isPlain(text)) throw new OperatorError(`${name} contains invisible characters: type it instead of pasting it`)
  if (value !== 'TEXT' && value !== 'MARKDOWN' && !isPlainLine(text))
    throw new OperatorError(`${name} must be one line`)
  if (value === 'AMOUNT' && !v.is(decimal, text)) throw new OperatorError(`${name} must be an amount such as 12.50`)
}
