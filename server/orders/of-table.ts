/** Memoises a function of a table name. */
export function ofTable<Made>(make: (table: string) => Made): (table: string) => Made {
  const all = new Map<string, Made>()
  return (table) => {
    const made = all.get(table) ?? make(table)
    all.set(table, made)
    return made
  }
}
