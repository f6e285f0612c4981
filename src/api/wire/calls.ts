import type { Call } from './call.ts'
import { events } from './events.ts'
import { nounCalls } from './nouns.ts'

/** Every call of the API. */
export const calls: readonly Call[] = [...nounCalls, events]
