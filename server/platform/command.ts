import type { Platform } from './context.ts'

/** What a person typed cannot be done. Its message is one line. */
export class OperatorError extends Error {}

/** What a command is given. `who`: the operator's name. */
export type Given = {
  platform: Platform
  who: string
  args: readonly string[]
  options: Readonly<Record<string, string>>
  /** Says how far it is, while it works. */
  tell(line: string): void
}

/** What a command answers: rows to print. */
export type Rows = readonly Readonly<Record<string, string | number | null>>[]

/** A command of the operator's. */
export type Command = {
  name: string
  args: readonly string[]
  /** Options beside `--as`, which every act takes. */
  options: readonly { name: string; value: string; about: string; needed?: true }[]
  about: string
  run(given: Given): Promise<Rows>
}

/** The option that every act takes. */
export const why = { name: 'why', value: 'TEXT', about: 'the reason, for the audit log', needed: true } as const

/** A time as an operator reads it. */
export const date = (seconds: bigint | number): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('.000', '')

/** @throws OperatorError where there is none */
export function reasonOf({ options }: Given): string {
  const reason = options.why?.trim() ?? ''
  if (reason === '') throw new OperatorError('--why is empty')
  return reason
}
