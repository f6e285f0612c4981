import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as spot from '../../../src/api/trade/spot.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { register, type ServerProcess } from '../platform/process.ts'
import { recurring, requestId } from '../strategy/support.ts'
import { becomes, type Cluster, hasCluster, startCluster } from './cluster.ts'

const PEOPLE = 6
const DAY_MS = 30_000

describe.runIf(hasCluster)('a recurring buy on two nodes', () => {
  let cluster: Cluster
  let nodes: readonly [ServerProcess, ServerProcess]
  const buyers: { token: string; id: string }[] = []
  beforeAll(async () => {
    cluster = await startCluster(undefined, { PAPER_DAY_SECONDS: String(DAY_MS / 1_000) })
    const a = cluster.start()
    await becomes(a, 'leader')
    const b = cluster.start()
    await becomes(b, 'follower')
    nodes = [a, b]
  })
  afterAll(() => cluster.end())

  const [one, other] = [() => nodes[0], () => nodes[1]]
  const steps = async () => {
    const { db } = await cluster.beside()
    const rows = await db.selectFrom('spots').select(['strategy_id', 'strategy_step']).execute()
    return rows.map(({ strategy_id, strategy_step }) => `${strategy_id} ${strategy_step}`).sort()
  }
  /** The steps that each strategy has taken when it bought so often. */
  const bought = (times: number) =>
    buyers.flatMap(({ id }) => Array.from({ length: times }, (_, index) => `${id} 0/${index + 1}`)).sort()
  const settled = () =>
    expect
      .poll(async () =>
        (await cluster.beside()).db.selectFrom('spots').select('id').where('settled_ms', 'is', null).execute(),
      )
      .toEqual([])

  it('is started once for concurrent requests on both', async () => {
    for (let number = 0; number < PEOPLE; number++) {
      const token = await register(one(), `buyer${number}`)
      const input = recurring()
      const [here, there] = await Promise.all([one(), other()].map((node) => node.ok(api.submit, input, token)))
      expect(there?.id).toBe(here?.id)
      buyers.push({ token, id: here?.id ?? '' })
    }
    expect(await steps()).toEqual(bought(1))
  })

  it('buys once at each interval, on either node, even if one dies', async () => {
    for (const times of [2, 3]) {
      await settled()
      cluster.jump(DAY_MS)
      await expect.poll(steps).toEqual(bought(times))
    }
    await settled()
    await other().kill('SIGKILL')
    cluster.jump(DAY_MS)
    await expect.poll(steps).toEqual(bought(4))
    for (const { token, id } of buyers) {
      await settled()
      await expect.poll(async () => (await one().ok(api.list, { id }, token))[0]?.buys).toBe(4)
      expect(await one().ok(spot.list, { strategy: id }, token)).toHaveLength(4)
    }
    expect(await cluster.check()).toEqual([])
  })

  it('is stopped once by concurrent requests on both', async () => {
    const again = cluster.start()
    await becomes(again, 'follower')
    for (const { token, id } of buyers) {
      const answers = await Promise.allSettled(
        [one(), again].map((node) => node.ok(api.stop, { requestId: requestId(), id }, token)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
    await expect
      .poll(async () =>
        Promise.all(buyers.map(async ({ token, id }) => (await again.ok(api.list, { id }, token))[0]?.state)),
      )
      .toEqual(buyers.map(() => 'ended'))
    expect(await cluster.check()).toEqual([])
  })
})
