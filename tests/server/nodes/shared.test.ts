import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../server/platform/clock.ts'
import type { Bus } from '../../../server/platform/nodes/bus.ts'
import { openRedis, type Redis } from '../../../server/platform/nodes/redis.ts'
import { createRedisBus } from '../../../server/platform/nodes/redis-bus.ts'
import { createRedisThrottle, type SharedThrottle } from '../../../server/platform/nodes/redis-throttle.ts'
import { createMemoryThrottle } from '../../../server/platform/throttle.ts'
import { hasRedis, startRedis, type TestRedis } from './redis.ts'

const log = pino({ level: 'silent' })
let server: TestRedis
let nodes: Redis[]
beforeAll(async () => {
  if (!hasRedis) return
  server = await startRedis()
  nodes = [await openRedis(server.url, log), await openRedis(server.url, log)]
})
afterAll(async () => {
  if (!hasRedis) return
  for (const node of nodes) node.close()
  await server.stop()
})

const stopped = () => expect.poll(() => nodes.some(({ isUp }) => isUp)).toBe(false)
const started = () => expect.poll(() => nodes.every(({ isUp }) => isUp)).toBe(true)

describe.runIf(hasRedis)('nodes: a bus over Redis', () => {
  let runs = 0
  let a: Bus
  let b: Bus
  let heard: string[]
  beforeEach(async () => {
    const prefix = `test ${runs++}`
    const [first, second] = nodes
    if (!first || !second) throw new Error('no nodes')
    a = await createRedisBus(first, { prefix, node: 'a', log })
    b = await createRedisBus(second, { prefix, node: 'b', log })
    heard = []
    for (const [name, bus] of Object.entries({ a, b })) {
      bus.subscribe('recorded', (ms) => heard.push(`${name} ${ms}`))
      bus.subscribe('missed', () => heard.push(`${name} missed`))
    }
  })

  it('delivers to its own process at once, and to every other node in order, once', async () => {
    for (const ms of [1, 2, 3]) a.publish('recorded', ms)
    expect(heard).toEqual(['a 1', 'a 2', 'a 3'])
    await expect.poll(() => heard).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3'])
    b.publish('recorded', 4)
    await expect.poll(() => heard.slice(6)).toEqual(['b 4', 'a 4'])
  })

  it('keeps local messages in its process', async () => {
    b.subscribe('frame', (frame) => heard.push(`b ${frame}`))
    a.publish('frame', 'a frame')
    a.deliver('recorded', 1)
    a.publish('recorded', 2)
    await expect.poll(() => heard).toEqual(['a 1', 'a 2', 'b 2'])
  })

  it('continues in its process while Redis is down, reports its return, and is complete again', async () => {
    await server.stop()
    await stopped()
    a.publish('recorded', 1)
    expect(heard).toEqual(['a 1'])
    await server.start()
    await started()
    await expect.poll(() => heard).toEqual(expect.arrayContaining(['a missed', 'b missed']))
    b.publish('recorded', 2)
    await expect.poll(() => heard.filter((text) => text.endsWith('2'))).toEqual(['b 2', 'a 2'])
    expect(heard).not.toContain('b 1')
  })
})

describe.runIf(hasRedis)('nodes: a throttle in Redis', () => {
  let runs = 0
  const make = (): [SharedThrottle, SharedThrottle] => {
    const prefix = `throttle ${runs++}`
    const [a, b] = nodes.map((node) => createRedisThrottle(node, createMemoryThrottle(systemClock), prefix))
    if (!a || !b) throw new Error('no nodes')
    return [a, b]
  }
  const limit = { name: 'test', points: 3, seconds: 60 }

  it('counts over all nodes, also concurrently, until its window ends', async () => {
    const [a, b] = make()
    const short = { ...limit, seconds: 1 }
    const taken = await Promise.all([a, b, a, b, a].map((node) => node.take(short, 'someone')))
    expect(taken.map(({ used }) => used).sort()).toEqual([1, 2, 3, 4, 5])
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(3)
    for (const { waitMs } of taken) expect(waitMs).toBeGreaterThan(0)
    expect((await b.take(short, 'someone else')).used).toBe(1)
    expect((await b.take({ ...short, name: 'other' }, 'someone')).used).toBe(1)
    await expect.poll(async () => (await a.take(short, 'someone')).allowed).toBe(true)
  })

  it('returns a point, never below zero, and restarts when cleared', async () => {
    const [a, b] = make()
    await b.giveBack(limit, 'someone')
    for (const used of [1, 2, 3, 4]) expect((await a.take(limit, 'someone')).used).toBe(used)
    await b.giveBack(limit, 'someone')
    expect((await a.take(limit, 'someone')).used).toBe(4)
    await b.clear(limit, 'someone')
    expect(await a.take(limit, 'someone')).toMatchObject({ used: 1, allowed: true })
  })

  it('counts in each node’s memory while Redis is down or stalled, without long waits', async () => {
    const [a, b] = make()
    for (const node of [a, b]) expect((await node.take(limit, 'someone')).allowed).toBe(true)
    server.pause()
    const begun = performance.now()
    expect(await a.take(limit, 'someone')).toMatchObject({ used: 1, allowed: true })
    expect(await a.take(limit, 'someone')).toMatchObject({ used: 2, allowed: true })
    expect(performance.now() - begun).toBeLessThan(2_000)
    await stopped()
    await server.stop()
    for (const used of [3, 4]) expect(await a.take(limit, 'someone')).toMatchObject({ used, allowed: used <= 3 })
    expect(a.counters.fallbacks).toBe(4)
    await server.start()
    await started()
    await expect.poll(async () => (await a.take(limit, 'someone else')).used).toBe(1)
    expect((await b.take(limit, 'someone else')).used).toBeGreaterThan(1)
  })
})
