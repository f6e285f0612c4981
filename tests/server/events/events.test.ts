import { expect, it } from 'vitest'
import { EVENTS_KEPT } from '../../../server/events/events.ts'
import { recordEvent } from '../../../server/events/module.ts'
import type { Topics } from '../../../server/platform/nodes/bus.ts'
import { commit, type Unit } from '../../../server/platform/unit/unit.ts'
import { info } from '../../../src/api/account/user.ts'
import { events } from '../../../src/api/wire/events.ts'
import { describeServer } from '../harness.ts'

const body = (version: number) => ({ currency: 'USDT', balance: '1', available: '1', frozen: '0', version })

describeServer('user/events', (server) => {
  const record = (userId: string, ...versions: number[]) =>
    commit(server.platform, async (unit) => {
      for (const version of versions) recordEvent(unit, userId, { kind: 'wallet', body: body(version) })
    })

  /** Messages on the bus while the work runs. */
  const heardDuring = async (work: () => Promise<unknown>) => {
    const heard: Topics['account'][] = []
    const stop = server.platform.bus.subscribe('account', (message) => heard.push(message))
    await work().catch(() => {})
    stop()
    return heard
  }

  it('returns events after a number, oldest first', async () => {
    const { token, userId } = await server.person()
    await record(userId, 1, 2, 3)
    const at = server.clock.now() / 1000
    expect(await server.ok(events, { after: 0 }, token)).toEqual([
      { seq: 1, at, kind: 'wallet', body: body(1) },
      { seq: 2, at, kind: 'wallet', body: body(2) },
      { seq: 3, at, kind: 'wallet', body: body(3) },
    ])
    expect((await server.ok(events, { after: 2 }, token)).map(({ seq }) => seq)).toEqual([3])
    expect(await server.ok(events, { after: 3 }, token)).toEqual([])
    expect((await server.ok(info, {}, token)).eventSeq).toBe(3)
  })

  it('returns at most the requested number, 200 by default', async () => {
    const { token, userId } = await server.person()
    await record(userId, ...Array.from({ length: 205 }, (_, index) => index))
    expect((await server.ok(events, { after: 1, limit: 2 }, token)).map(({ seq }) => seq)).toEqual([2, 3])
    expect(await server.ok(events, { after: 0 }, token)).toHaveLength(200)
    expect(await server.ok(events, { after: 0, limit: 500 }, token)).toHaveLength(205)
  })

  it('stores the newest thousand per user, which a device further behind gets', async () => {
    const [{ token, userId }, other] = [await server.person(), await server.person()]
    await record(userId, ...Array.from({ length: EVENTS_KEPT }, (_, index) => index))
    await record(other.userId, 1)
    expect((await server.ok(events, { after: 0, limit: 1 }, token)).map(({ seq }) => seq)).toEqual([1])
    await record(userId, 1, 2, 3)
    expect((await server.ok(events, { after: 0, limit: 2 }, token)).map(({ seq }) => seq)).toEqual([4, 5])
    expect(await server.ok(events, { after: EVENTS_KEPT - 100 }, token)).toHaveLength(103)
    expect((await server.ok(events, { after: 0 }, other.token)).map(({ seq }) => seq)).toEqual([1])
  })

  it('numbers each user’s events separately, and returns only the user’s own', async () => {
    const [alice, bob] = [await server.person(), await server.person()]
    await record(alice.userId, 1)
    await record(bob.userId, 7, 8)
    const asked = { after: 0, userId: bob.userId, user_id: bob.userId }
    expect((await server.ok(events, asked, alice.token)).map(({ seq, body }) => [seq, body])).toEqual([[1, body(1)]])
    expect((await server.ok(events, asked, bob.token)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  it('numbers concurrent events without gap or duplicate', async () => {
    const { token, userId } = await server.person()
    await Promise.all(Array.from({ length: 20 }, (_, version) => record(userId, version)))
    const seqs = (await server.ok(events, { after: 0 }, token)).map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it('publishes an event only after its commit', async () => {
    const { userId } = await server.person()
    let duringUnit = -1
    const heard: Topics['account'][] = await heardDuring(async () => {
      const inner = await heardDuring(() =>
        commit(server.platform, async (unit) => {
          const early = await heardDuring(async () => recordEvent(unit, userId, { kind: 'wallet', body: body(1) }))
          duringUnit = early.length
        }),
      )
      expect(inner).toHaveLength(1)
    })
    expect(duringUnit).toBe(0)
    expect(heard).toEqual([{ userId, event: expect.objectContaining({ seq: 1, kind: 'wallet', body: body(1) }) }])
  })

  it('neither stores nor publishes an event of a failed unit', async () => {
    const { token, userId } = await server.person()
    const fail = async (unit: Unit) => {
      recordEvent(unit, userId, { kind: 'wallet', body: body(1) })
      throw new Error('after the event')
    }
    expect(await heardDuring(() => commit(server.platform, fail))).toEqual([])
    expect(await server.ok(events, { after: 0 }, token)).toEqual([])
    expect((await server.ok(info, {}, token)).eventSeq).toBe(0)
  })

  it('publishes an event once if its unit was retried', async () => {
    const { userId } = await server.person()
    let attempts = 0
    const heard = await heardDuring(() =>
      commit(server.platform, async (unit) => {
        recordEvent(unit, userId, { kind: 'wallet', body: body(1) })
        attempts += 1
        if (attempts < 3) throw Object.assign(new Error('serialization failure'), { code: '40001' })
      }),
    )
    expect(attempts).toBe(3)
    expect(heard.map(({ event }) => event.seq)).toEqual([1])
  })

  it.each([
    { after: -1 },
    { after: '1e3' },
    { after: '0x10' },
    { after: 0, limit: 0 },
    { after: 0, limit: 501 },
    { after: 0, limit: '1e9' },
  ])('refuses %j', async (input) => {
    const { token } = await server.person()
    expect(await server.call(events, input, token)).toMatchObject({ http: 422, key: 'parameterError' })
  })

  it('requires a number', async () => {
    const { token } = await server.person()
    expect(await server.call(events, {}, token)).toMatchObject({ http: 422, key: 'missingParameters' })
  })

  it('needs a token', async () => {
    expect(await server.call(events, { after: 0 })).toMatchObject({ http: 401, type: 999, key: 'signInRequired' })
  })
})
