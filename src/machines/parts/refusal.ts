import { type AnswerRefusal, CallRefused } from '../../api/wire/answer.ts'
import type { MessageKey } from '../../api/wire/messages.ts'

/** The refusal in an effect's error, or null if no answer arrived. */
export const refusalIn = (error: unknown): AnswerRefusal | null => (error instanceof CallRefused ? error.refusal : null)

/** Guard: the server refused. */
export const isRefusal = (_: unknown, { error }: { error: unknown }): boolean => refusalIn(error) !== null

/** The key of a refusal, or null. */
export const refusalKey = (error: unknown): MessageKey | null => refusalIn(error)?.key ?? null
