import type { Call } from '../../../src/api/wire/call.ts'
import { Refusal } from '../../../src/api/wire/messages.ts'
import { isPlain, isPlainLine } from '../../../src/rules/account/plain-text.ts'

/**
 * Refuses invisible or bidirectional characters anywhere in a call's input, and line breaks in everything but messages.
 *
 * @throws Refusal `parameterError` with the field's path
 */
export function requirePlain(call: Pick<Call, 'lines'>, value: unknown, path: readonly string[] = []): void {
  const field = path.join('.')
  if (typeof value === 'string' && !(call.lines.includes(field) ? isPlain : isPlainLine)(value)) {
    throw new Refusal('parameterError', { field })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) requirePlain(call, each, [...path, name])
}
