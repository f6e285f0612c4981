import type { Inspection } from './inspection.ts'

/** Secrets that the user types or receives. */
const SECRET = new Set(['token', 'password', 'confirm', 'code', 'sign', 'ticket'])

/** A value for the inspector, redacted by the name of its field. */
function shown(this: { field?: string }, name: string, value: unknown): unknown {
  // An effect's text output is a token or a signature; `field` names the field of a typed `value`.
  const isSecret = SECRET.has(name) || (name === 'output' && typeof value === 'string')
  return isSecret || (name === 'value' && SECRET.has(this.field ?? '')) ? '•••' : value
}

/** The part of an inspection event that leaves the page: a copy without secrets and functions. */
export const withoutSecrets = <T>(event: T): T => JSON.parse(JSON.stringify(event, shown))

/**
 * Opens Stately's inspector in a separate window, and returns the options that connect an actor to it.
 * For development only: the importer must exclude it from builds.
 */
export async function startInspection(): Promise<Inspection> {
  const { createBrowserInspector } = await import('@statelyai/inspect')
  const { inspect } = createBrowserInspector({ serialize: withoutSecrets })
  return { inspect }
}
