import { expect, it } from 'vitest'
import memory from '../../bench/memory.ts'

/** The most memory that docs/operations.md promises of a node on SQLite, in MB. */
const PROMISED: Readonly<Record<string, number>> = {
  'memory after the first start': 400,
  'memory after a later start': 400,
  'memory under bursts': 512,
  'memory after bursts': 450,
}

// Four minutes: a part of the long run only.
it.runIf(process.env.TEST_LONG)('memory: a node stays within what is promised', { timeout: 900_000 }, async () => {
  const ends: (() => unknown)[] = []
  try {
    const rows = await memory({ quick: false, say: () => {}, after: (end) => ends.push(end) })
    expect(rows.map(({ what }) => what)).toEqual(Object.keys(PROMISED))
    const above = rows.filter(({ what, value }) => value > (PROMISED[what] ?? 0))
    expect(above.map(({ what, value }) => `${what}: ${value.toFixed(0)} MB`)).toEqual([])
  } finally {
    for (const end of ends.reverse()) await end()
  }
})
