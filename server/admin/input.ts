import * as v from 'valibot'
import { MARKDOWN_LENGTH_MAX } from '../platform/command.ts'

/** PostgreSQL stores no text with a null character. */
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((value) => !value.includes('\0')),
  )

/** An article is sent whole, in nine languages, some of which take three bytes per character. */
export const ACT_BYTES_MAX = 9 * 3 * MARKDOWN_LENGTH_MAX

/** An operator's credentials. */
export const signInInput = v.strictObject({
  name: text(32),
  password: text(128),
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
})

/** A request of the admin console, before its command's arguments are validated. */
export const actInput = v.strictObject({
  command: text(64),
  args: v.pipe(v.array(text(256)), v.maxLength(4)),
  options: v.pipe(v.record(text(32), text(MARKDOWN_LENGTH_MAX)), v.maxEntries(16)),
  quiet: v.optional(v.boolean()),
})
