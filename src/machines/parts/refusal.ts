import { type AnswerRefusal, CallRefused } from '../../api/answer.ts'
import type { MessageKey } from '../../api/messages.ts'

/** Why the server said no, or null where what an effect threw is no such answer: then none came. */
export const refusalIn = (error: unknown): AnswerRefusal | null => (error instanceof CallRefused ? error.refusal : null)

/** Guard: the server answered, and said no. */
export const isRefusal = (_: unknown, { error }: { error: unknown }): boolean => refusalIn(error) !== null

/** The key of a refusal, or null where the error is none, or has none. */
export const refusalKey = (error: unknown): MessageKey | null => refusalIn(error)?.key ?? null
