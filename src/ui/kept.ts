/**
 * Small choices that this device keeps over a reload. A browser may refuse storage, or have no room left: then they live
 * as long as the page.
 */
const PREFIX = 'kept.'

/** What is kept under a name, where it is what `isKnown` takes: another version of the app may have kept another thing. */
export function readKept<T>(name: string, isKnown: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
    return isKnown(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps a JSON value under a name; forgets what is kept there where it is undefined. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {}
}
