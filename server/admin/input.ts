import * as v from 'valibot'
import { MARKDOWN_LENGTH_MAX } from '../platform/command.ts'

/** PostgreSQL keeps no text with a null character in it. */
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((value) => !value.includes('\0')),
  )

/** An article comes whole, in nine languages, of which some take three bytes a letter. */
export const ACT_BYTES_MAX = 9 * 3 * MARKDOWN_LENGTH_MAX

/** What an operator signs in with. */
export const signInInput = v.strictObject({
  name: text(32),
  password: text(128),
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
})

/** What is asked for in the admin console, before it is looked at which words the command takes. */
export const actInput = v.strictObject({
  command: text(64),
  args: v.pipe(v.array(text(256)), v.maxLength(4)),
  options: v.pipe(v.record(text(32), text(MARKDOWN_LENGTH_MAX)), v.maxEntries(16)),
  quiet: v.optional(v.boolean()),
})
