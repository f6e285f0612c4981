import { afterEach } from 'vitest'

/**
 * Changes a row of the shipped terms until the end of the test. It is restored completely, without added fields, because the next file may
 * share it.
 */
export function changing<T extends object>(row: T): (change: Partial<T>) => void {
  const shipped = structuredClone(row)
  afterEach(() => {
    for (const key of Object.keys(row)) delete row[key as keyof T]
    Object.assign(row, structuredClone(shipped))
  })
  return (change) => Object.assign(row, change)
}
