/**
 * The same function, calculated once for each argument, for as long as the argument exists.
 *
 * @param of a pure function of an object that does not change
 */
export function remembered<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const kept = known.get(key) ?? { value: of(key) }
    known.set(key, kept)
    return kept.value
  }
}
