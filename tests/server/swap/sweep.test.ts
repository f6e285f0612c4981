import { expect, it } from 'vitest'
import { quoteSweep } from '../../../server/swap/sweep.ts'
import { myFlashAgainstList } from '../../../src/api/money/swap.ts'
import { describeServer } from '../harness.ts'
import { prices, quote, swapped } from './support.ts'

const DAY_MS = 86_400_000

describeServer.onSqlite('swap sweep: expired quotes', (server) => {
  it('are deleted after 30 days, with the answers that name them; executed swaps stay', async () => {
    const { token } = await server.person()
    await prices(server)
    const { id: executed } = await swapped(server, token)
    await quote(server, token)
    // It takes the place of the one before.
    const { id: live } = await quote(server, token)
    const listed = async () => (await server.ok(myFlashAgainstList, {}, token)).map(({ id }) => id)
    const sweep = async () => quoteSweep(server.platform).run(() => false)
    expect(await listed()).toHaveLength(3)
    server.clock.jump(30 * DAY_MS - 1)
    expect(await sweep()).toBe(0)
    server.clock.jump(1)
    expect(await sweep()).toBe(1)
    const kept = await server.platform.db.selectFrom('swaps').select('id').orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual([executed, live])
  })
})
