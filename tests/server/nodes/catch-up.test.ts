import { expect, it } from 'vitest'
import { eventsAfter, newestEvents, recordEvent } from '../../../server/events/module.ts'
import { createMemoryBus } from '../../../server/platform/nodes/bus.ts'
import { startCatchUp } from '../../../server/platform/socket/catch-up.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { describePlatform, insertUser } from '../platform.ts'

describePlatform('a node whose sockets missed an event', (test) => {
  it('finds and sends it, and nothing that they already have', async () => {
    const { platform, clock } = test
    const { db, log } = platform
    // The other node: it commits, and dies before it can notify anyone.
    const silent = { ...platform, bus: createMemoryBus(log) }
    const record = (userId: string, count: number) =>
      commit(silent, async (unit) => {
        const event = { kind: 'status' as const, body: { status: 'active' as const } }
        recordEvent(unit, userId, ...Array.from({ length: count }, () => event))
      })
    const [someone = '', other = ''] = await commit(silent, async (unit) => [
      await insertUser(unit, 'someone'),
      await insertUser(unit, 'another'),
    ])
    await record(someone, 2)
    await record(other, 1)

    const told = new Map([
      [someone, 1],
      [other, 1],
    ])
    const heard: string[] = []
    const deliver = platform.bus.subscribe('account', ({ userId, event }) => {
      heard.push(`${userId === someone ? 'someone' : 'another'} ${event.seq}`)
      told.set(userId, event.seq)
    })
    let whole = true
    const catchUp = startCatchUp(platform, {
      delivered: () => told,
      newest: (userIds) => newestEvents(db, userIds),
      after: (userId, seq, limit) => eventsAfter(db, userId, seq, limit),
      isWhole: () => whole,
    })
    await expect.poll(() => heard).toEqual(['someone 2'])
    await record(other, 1)
    platform.bus.publish('missed', null)
    await expect.poll(() => heard.slice(1)).toEqual(['another 2'])

    whole = false
    await record(someone, 30)
    await expect
      .poll(async () => {
        await clock.advance(5_000)
        return heard.slice(2)
      })
      .toEqual(Array.from({ length: 20 }, (_, index) => `someone ${13 + index}`))
    await catchUp.stop()
    deliver()
  })
})
