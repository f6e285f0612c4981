/** What the desk's server says. It is of the same build as its page, and of nobody else's. */

export type Row = Readonly<Record<string, string | number | null>>

/** A command of the operator's, as the desk shows it. */
export type DeskCommand = {
  name: string
  args: readonly string[]
  options: readonly { name: string; value: string; about: string; needed?: true }[]
  about: string
  as: 'queue' | 'list' | 'view' | 'act'
  title: string
  of: string
  money: boolean
  anew: boolean
  follows: string | null
}

/** Who is at the desk, and what they may do. */
export type AtDesk = {
  name: string
  roles: readonly string[]
  secondPerson: boolean
  commands: readonly DeskCommand[]
}

/** What is asked of the desk. `quiet`: by the page itself, and not by whoever sits there. */
export type Asked = {
  command: string
  args: readonly string[]
  options: Readonly<Record<string, string>>
  quiet?: boolean
}

/** What came of it. Of a queue: what acts take of each row, and which fit it now. `pictures`: by what the rows call them. */
export type Done = {
  rows: readonly Row[]
  takes?: readonly (readonly string[])[]
  fits?: readonly (readonly string[])[]
  pictures: Readonly<Record<string, string>>
  proposed?: string
}

/** Why the desk did not: in words, and whether whoever asked is signed in no more. */
export class DeskError extends Error {
  readonly signedOut: boolean
  constructor(message: string, signedOut = false) {
    super(message)
    this.signedOut = signedOut
  }
}

/** What an effect failed with, in words. */
export const wordsOf = (error: unknown): string =>
  error instanceof DeskError ? error.message : 'No answer came. Look at the connection, and try again.'
