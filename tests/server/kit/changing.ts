import { afterEach } from 'vitest'

/** Changes a row of what ships, until the end of the test. It is put back whole, since the next file may share it: a field that was added goes, too. */
export function changing<T extends object>(row: T): (change: Partial<T>) => void {
  const shipped = structuredClone(row)
  afterEach(() => {
    for (const key of Object.keys(row)) delete row[key as keyof T]
    Object.assign(row, structuredClone(shipped))
  })
  return (change) => Object.assign(row, change)
}
