import type { Inspection } from './inspection.ts'

/** What someone types or is given that is nobody else's to see. */
const SECRET = new Set(['token', 'password', 'confirm', 'code', 'sign', 'ticket'])

/** What the inspector is told of a value, by the name of its place: nothing secret. */
function shown(this: { field?: string }, name: string, value: unknown): unknown {
  // An effect that ends with a text ends with a token or a signature; `field` says whose `value` was typed.
  const isSecret = SECRET.has(name) || (name === 'output' && typeof value === 'string')
  return isSecret || (name === 'value' && SECRET.has(this.field ?? '')) ? '•••' : value
}

/** What of an inspection event leaves the page: a copy without secrets, and without functions. */
export const withoutSecrets = <T>(event: T): T => JSON.parse(JSON.stringify(event, shown))

/**
 * Opens Stately's inspector in a window of its own, and answers with what makes an actor tell it everything.
 * For development alone: the one who loads this must leave it out of a build.
 */
export async function startInspection(): Promise<Inspection> {
  const { createBrowserInspector } = await import('@statelyai/inspect')
  const { inspect } = createBrowserInspector({ serialize: withoutSecrets })
  return { inspect }
}
