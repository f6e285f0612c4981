import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../../server/platform/database/database.ts'
import { register, type ServerProcess } from '../platform/process.ts'
import { becomes, type Cluster, ended, hasCluster, opened, standing, startCluster } from './cluster.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

describe.runIf(hasCluster)('a database that is restarted', () => {
  let postgres: TestPostgres
  let cluster: Cluster
  let a: ServerProcess
  let b: ServerProcess
  beforeAll(async () => {
    postgres = await startPostgres()
    cluster = await startCluster(postgres.url)
    a = cluster.start()
    await becomes(a, 'leader')
    b = cluster.start()
    await becomes(b, 'follower')
  })
  afterAll(async () => {
    await cluster.end()
    postgres.remove()
  })

  it('recovers: one node leads, and orders are settled once', async () => {
    const token = await register(a)
    for (const node of [a, b, a, b]) await cluster.buy(node, token)
    await opened(a, token)
    postgres.stop()
    for (const node of [a, b]) {
      expect((await fetch(`${await node.url}/healthz`)).status).toBe(200)
      await expect.poll(() => standing(node)).toMatchObject({ status: 'no database' })
    }
    postgres.start()
    const roles = async () => Promise.all([a, b].map(standing))
    await expect.poll(roles).toEqual(
      expect.arrayContaining([
        { status: 'ok', role: 'leader' },
        { status: 'ok', role: 'follower' },
      ]),
    )
    await cluster.buy(b, token)
    await opened(a, token)
    cluster.jump(24_000)
    await ended(b, token)
    expect(await Promise.all([a, b].map((node) => node.kill('SIGTERM')))).toEqual([0, 0])

    const database = await openPostgres(postgres.url, 2)
    expect(await cluster.invariants.check(database.db)).toEqual([])
    await database.close()
  })
})
