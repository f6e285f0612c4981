/**
 * Memoizes a function of an object. A result is kept for as long as its object exists.
 *
 * @param of a pure function; its argument must be immutable
 */
export function remembered<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const kept = known.get(key) ?? { value: of(key) }
    known.set(key, kept)
    return kept.value
  }
}
