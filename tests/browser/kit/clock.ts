import { list } from '../../../src/api/trade/orders.ts'
import { call } from './api.ts'
import { expect } from './fixtures.ts'
import type { ServerProcess } from './server.ts'

/** What is left of a period, in ms: prices of its last seconds are still to come. */
const LEFT_MS = 3_000

/**
 * Lets all but the end of an option's period pass on the server, once it has opened: the one that falls due first of this
 * person's. A device that is to know what time it is there needs to be set on by as much.
 *
 * @returns how much that was, in ms
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
