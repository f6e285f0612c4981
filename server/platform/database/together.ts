type Waiting<Value> = { key: string; resolve(value: Value | undefined): void; reject(error: unknown): void }

/**
 * Batches reads by key: all requests within the same turn of the event loop share one statement.
 *
 * @param load reads the values of different keys, from committed data or within a transaction
 */
export function readTogether<Value, At extends object>(
  load: (db: At, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (db: At, key: string) => Promise<Value | undefined> {
  const waiting = new WeakMap<At, Waiting<Value>[]>()
  const answer = async (db: At, all: readonly Waiting<Value>[]) => {
    try {
      const found = await load(db, [...new Set(all.map(({ key }) => key))])
      for (const { key, resolve } of all) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  return (db, key) =>
    new Promise((resolve, reject) => {
      const others = waiting.get(db)
      if (others) {
        others.push({ key, resolve, reject })
        return
      }
      const all = [{ key, resolve, reject }]
      waiting.set(db, all)
      // Data that has already arrived at our sockets is read first, so that its requests join the batch.
      setImmediate(() => {
        waiting.delete(db)
        void answer(db, all)
      })
    })
}
