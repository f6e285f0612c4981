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

const ownerOf = (name: string): unknown => {
  const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
  return typeof value === 'object' && value !== null && 'userId' in value ? value.userId : undefined
}

/** Deletes each value that has the `userId` of another user; null for a guest. */
export function forgetOthers(userId: string | null): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const owner = name.startsWith(PREFIX) ? ownerOf(name) : undefined
      if (owner !== undefined && owner !== userId) localStorage.removeItem(name)
    }
  } catch {}
}

/** Stores a JSON value under a name; undefined deletes it. One with a `userId` lasts until that user signs out: see `forgetOthers`. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {}
}
