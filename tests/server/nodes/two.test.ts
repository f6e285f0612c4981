import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endProcesses } from '../platform/process.ts'
import { becomes, type Cluster, startCluster } from './cluster.ts'

describe('two nodes', () => {
  let cluster: Cluster
  beforeEach(async () => {
    cluster = await startCluster()
  })
  afterEach(async () => {
    await endProcesses()
    await cluster.drop()
  })

  it('one leads, the other follows, and takes over within 5 s of its death', async ({ annotate }) => {
    const a = cluster.start()
    await becomes(a, 'leader')
    const b = cluster.start()
    await becomes(b, 'follower')
    const begun = performance.now()
    await a.kill('SIGKILL')
    await becomes(b, 'leader')
    const took = performance.now() - begun
    await annotate(`${Math.round(took)} ms`)
    expect(took).toBeLessThan(5_000)
  }, 60_000)
})
afterAll(endProcesses)
