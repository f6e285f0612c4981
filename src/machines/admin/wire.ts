/** The wire format of the admin console's server, which is always of the same build as its page. */

export type Row = Readonly<Record<string, string | number | null>>

/** An operator's command, as the admin console shows it. */
export type AdminCommand = {
  name: string
  args: readonly string[]
  options: readonly { name: string; value: string; about: string; needed?: true }[]
  about: string
  as: 'queue' | 'list' | 'view' | 'act'
  title: string
  of: string
  money: boolean
  creates: boolean
  follows: string | null
  /** Of a queue: how long a row may wait, in seconds. */
  target: number | null
  /** Of a view of a user: it is noted, so it is run on request only. */
  audited: boolean
}

/** The signed-in operator and their permissions. */
export type Operator = {
  name: string
  roles: readonly string[]
  secondPerson: boolean
  commands: readonly AdminCommand[]
}

/** A request to the admin console. `quiet`: by the page, not the operator. */
export type Asked = {
  command: string
  args: readonly string[]
  options: Readonly<Record<string, string>>
  quiet?: boolean
}

/**
 * The result. Of a queue: each row's values for acts, its applicable acts, and whether it waits too long. `pictures`: paths by their names in the rows; `files`: texts,
 * likewise. `people`: the names of users, by their ids in the rows. `at`: the time of the answer, in seconds.
 */
export type Done = {
  rows: readonly Row[]
  people?: Readonly<Record<string, string>>
  at: number
  takes?: readonly (readonly string[])[]
  fits?: readonly (readonly string[])[]
  late?: readonly boolean[]
  pictures: Readonly<Record<string, string>>
  files?: Readonly<Record<string, string>>
  proposed?: string
}

/**
 * Calls the admin console's server: POST with a body, else GET. `quiet`: by the page, not the operator; it waits until the page is visible.
 *
 * @throws AdminError with a text to show
 */
export type AskAdmin = <Answer>(what: string, body?: object, quiet?: boolean) => Promise<Answer>

/** An error of the admin console: its text, whether the operator is signed out, and the server's code of it, if any. */
export class AdminError extends Error {
  readonly signedOut: boolean
  readonly code: string | null
  constructor(message: string, { signedOut = false, code = null }: { signedOut?: boolean; code?: string | null } = {}) {
    super(message)
    this.signedOut = signedOut
    this.code = code
  }
}

/** The text of an effect's error. */
export const wordsOf = (error: unknown): string =>
  error instanceof AdminError ? error.message : 'No answer came. Look at the connection, and try again.'
