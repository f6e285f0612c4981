import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { quotation } from '../../../src/api/market/market.ts'
import { endProcesses, freshFolder, ready, startProcess } from '../platform/process.ts'
import { recordingOf, trade } from './recordings.ts'

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT']
const ROWS_EACH = 250_000
const BATCH = 10_000
/** Of a thread's heap, in MB. */
const HEAP_MB_MAX = 128

afterAll(endProcesses)

/** A day of four symbols, in the order of time. */
async function writeMillion(folder: string): Promise<void> {
  for (const symbol of SYMBOLS) {
    const file = createWriteStream(join(folder, `${symbol}-trades-2025-01-01.csv`))
    for (let from = 0; from < ROWS_EACH; from += BATCH) {
      const rows = Array.from({ length: BATCH }, (_, row) => trade((from + row) * 345, `${100 + (row % 7)}.25000000`))
      if (!file.write(`${rows.join('\n')}\n`)) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
  }
}

describe('a server on a recording of a million rows', () => {
  it('streams it at the cost of a small one, fills history at a few times that, with little more memory', async ({
    annotate,
  }) => {
    const million = recordingOf({})
    await writeMillion(million)
    const small = recordingOf({
      'BTCUSDT-trades-2025-01-01.csv': Array.from({ length: 100 }, (_, row) => trade(row * 864_000, '100')),
    })
    // A million rows in memory take 300 MB and would exceed the heap limit. Resident memory is no measure, since garbage
    // collection depends on the load.
    const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB_MAX}`
    const run = async (folder: string, settings: Record<string, string>) => {
      const server = startProcess({ DATA_DIR: freshFolder(), MARKET: `replay:${folder}`, NODE_OPTIONS, ...settings })
      await server.url
      const worked = server.worked()
      await ready(server)
      await sleep(1_500)
      const held = server.held() ?? 0
      const { source, quotes } = await server.ok(quotation)
      expect(source).toBe('replay')
      expect(await server.kill('SIGTERM')).toBe(0)
      return { worked, held, quotes }
    }
    const least = await run(small, {})
    const streamed = await run(million, { REPLAY_SPEED: '1000' })
    const filled = await run(million, { REPLAY_FROM: '2025-01-01T23:50:00Z' })
    for (const { quotes } of [streamed, filled]) expect(quotes.map(({ symbol }) => symbol)).toEqual(SYMBOLS)
    // Seconds would measure the machine. At rest 1.1 and 2.2 times.
    expect(streamed.worked / least.worked).toBeLessThan(1.8)
    expect(filled.worked / least.worked).toBeLessThan(4)
    const told = Object.entries({ least, streamed, filled }).map(
      ([name, { worked, held }]) => `${name}: ${worked.toFixed(2)} s, ${held.toFixed(0)} MB`,
    )
    await annotate(`seconds of work for the start, and memory: ${told.join('; ')}`)
  })
})
