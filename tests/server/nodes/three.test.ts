import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lists } from '../../../src/api/trade/microtrade.ts'
import type { Order } from '../faults/failpoints.ts'
import { register, type ServerProcess } from '../platform/process.ts'
import { becomes, type Cluster, ended, hasCluster, opened, startCluster } from './cluster.ts'

describe.runIf(hasCluster)('three nodes', () => {
  let cluster: Cluster
  const nodes: ServerProcess[] = []
  beforeAll(async () => {
    cluster = await startCluster()
    for (const role of ['leader', 'follower', 'follower'] as const) {
      const node = cluster.start()
      await becomes(node, role)
      nodes.push(node)
    }
  })
  afterAll(() => cluster.end())

  it('settle each option once, even if two of them are killed while settling', async () => {
    const [leader, second, third] = nodes
    if (!leader || !second || !third) throw new Error('no nodes')
    const tokens = [await register(leader), await register(second, 'another')]
    for (const token of tokens) {
      await Promise.all(
        nodes.flatMap((node) =>
          (['rise', 'fall'] as const).flatMap((direction) =>
            ['BTCUSDT', 'ETHUSDT'].map((symbol) => cluster.buy(node, token, { direction, symbol, seconds: 300 })),
          ),
        ),
      )
    }
    for (const token of tokens) await opened(third, token)
    const arm = (node: ServerProcess, order: Omit<Extract<Order, { kind: 'arm' }>, 'kind'>) =>
      node.child.send({ kind: 'arm', ...order } satisfies Order)
    // Orders that end together are one unit, named by whichever of them comes first.
    arm(leader, { point: '(won|lost|drawn)/update microtrades', moment: 'after' })
    arm(second, { point: '(won|lost|drawn)/insert entries', moment: 'sent' })
    // The clock is halted meanwhile: the killed node is the one that settles.
    const due = (await Promise.all(tokens.map((token) => third.ok(lists, { list: 0, limit: 100 }, token))))
      .flat()
      .map((one) => Number(one.openTime) + one.seconds * 1000)
    await cluster.halt(third)
    cluster.jump(Math.min(...due) - cluster.now() - 6_000)
    expect(await Promise.all([leader.exit, second.exit])).toEqual([null, null])
    third.child.kill('SIGCONT')
    await becomes(third, 'leader')
    for (const token of tokens) await ended(third, token)

    for (const token of tokens) {
      const all = await third.ok(lists, { limit: 100 }, token)
      expect(all).toHaveLength(12)
      expect(all.filter(({ settledAt }) => settledAt === null)).toEqual([])
    }
    expect(await third.kill('SIGTERM')).toBe(0)
    expect(await cluster.check()).toEqual([])
  })
})
