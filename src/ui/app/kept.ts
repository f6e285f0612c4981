/**
 * Small choices stored on this device. Storage may be refused or full: then they last
 * as long as the page.
 */
const PREFIX = 'kept.'

/** The stored value of a name, if `isKnown` accepts it: it may be from another version of the app. */
export function readKept<T>(name: string, isKnown: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
    return isKnown(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Stores a JSON value under a name; undefined deletes it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {}
}
