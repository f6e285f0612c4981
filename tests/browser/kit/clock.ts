import { list } from '../../../src/api/trade/orders.ts'
import { call } from './api.ts'
import { expect } from './fixtures.ts'
import type { ServerProcess } from './server.ts'

/** The rest of a period in ms, in which the last prices arrive in real time. */
const LEFT_MS = 3_000

/**
 * Advances the server's clock to just before this person's first option ends, once it has opened. Advance the device's
 * clock by the same amount.
 *
 * @returns the advance in ms
 */
export async function passPeriod(server: ServerProcess, token: string): Promise<number> {
  const dueTimes = async () =>
    (await call(server.url, list, { list: 0 }, token)).flatMap((order) =>
      order.kind === 'microtrade' && order.openTime !== null ? [order.openTime + order.seconds * 1_000] : [],
    )
  await expect.poll(dueTimes).not.toEqual([])
  const left = Math.max(0, Math.min(...(await dueTimes())) - server.now() - LEFT_MS)
  if (left > 0) await server.advance(left)
  return left
}
