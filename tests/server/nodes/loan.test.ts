import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { info } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/money/loan.ts'
import { documents, requestId } from '../loan/support.ts'
import { register, type ServerProcess } from '../platform/process.ts'
import { knownByName } from '../withdrawal/support.ts'
import { becomes, type Cluster, hasCluster, startCluster } from './cluster.ts'

const PEOPLE = 4
const DAY_MS = 30_000

describe.runIf(hasCluster)('a loan on two nodes', () => {
  let cluster: Cluster
  let nodes: readonly [ServerProcess, ServerProcess]
  const borrowers: { token: string; userId: string; id: string }[] = []
  beforeAll(async () => {
    cluster = await startCluster(undefined, { PAPER_DAY_SECONDS: String(DAY_MS / 1_000), REVIEW_SECONDS: '0' })
    const a = cluster.start()
    await becomes(a, 'leader')
    const b = cluster.start()
    await becomes(b, 'follower')
    nodes = [a, b]
  })
  afterAll(() => cluster.end())

  const [one, other] = [() => nodes[0], () => nodes[1]]
  const rows = async () => (await cluster.beside()).db.selectFrom('loans').selectAll().orderBy('id').execute()
  const moved = async (step: string) => {
    const { db } = await cluster.beside()
    const found = db.selectFrom('transfers').select('cause_id').where('cause', '=', 'loan').where('step', 'like', step)
    return (await found.execute()).map(({ cause_id }) => cause_id).sort()
  }
  const ids = () => borrowers.map(({ id }) => id).sort()
  /** Repays on both nodes at the same time, with a different request each. */
  const repayTwice = ({ token, id }: { token: string; id: string }, amount?: string) =>
    Promise.allSettled(
      [one(), other()].map((node) =>
        node.ok(api.repayment, { requestId: requestId(), id, ...(amount !== undefined && { amount }) }, token),
      ),
    )

  it('is applied for and disbursed once for concurrent requests on both', async () => {
    const platform = await cluster.beside()
    for (let number = 0; number < PEOPLE; number++) {
      const token = await register(one(), `borrower${number}`)
      const { id: userId } = await one().ok(info, {}, token)
      await knownByName({ platform }, userId)
      const { agreement } = await one().ok(api.config, {}, token)
      const wish = { amount: '1000', days: 7, ...(await documents({ platform }, userId)), agreement: agreement.hash }
      const input = { requestId: requestId(), ...wish }
      const [here, there] = await Promise.all([one(), other()].map((node) => node.ok(api.submit, input, token)))
      expect(there?.id).toBe(here?.id)
      borrowers.push({ token, userId, id: here?.id ?? '' })
    }
    await expect.poll(() => moved('payOut')).toEqual(ids())
    expect((await rows()).map(({ state }) => state)).toEqual(borrowers.map(() => 'paidOut'))
  })

  it('is charged once for each day by either node, and repaid in parts on both concurrently', async () => {
    cluster.jump(2 * DAY_MS)
    await expect.poll(async () => (await rows()).every(({ counted }) => counted >= 3n)).toBe(true)
    for (const borrower of borrowers) {
      // Both may be taken, one after the other; or one of them met the other, and says so.
      const answers = await repayTwice(borrower, '100')
      const taken = answers.filter(({ status }) => status === 'fulfilled').length
      expect(taken).toBeGreaterThan(0)
      expect(await moved('repay %')).toEqual(expect.arrayContaining([borrower.id]))
      const [row] = (await rows()).filter(({ id }) => id === borrower.id)
      expect([row?.payments, row?.paid]).toEqual([BigInt(taken), BigInt(taken) * 100_000_000n])
    }
    expect(await cluster.check()).toEqual([])
  })

  it('is settled once by concurrent full repayments on both', async () => {
    const [borrower] = borrowers
    if (!borrower) throw new Error('nobody borrowed')
    const answers = await repayTwice(borrower)
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { state, unpaid } = (await one().ok(api.order, { id: borrower.id }, borrower.token))[0] ?? {}
    expect([state, unpaid]).toEqual(['settled', '0.000000'])
  })

  it('falls due, and is collected once, even if one node dies', async () => {
    const late = borrowers
      .slice(1)
      .map(({ id }) => id)
      .sort()
    cluster.jump(5 * DAY_MS)
    await expect
      .poll(async () => (await rows()).filter(({ state }) => state === 'overdue').map(({ id }) => id))
      .toEqual(late)
    await other().kill('SIGKILL')
    cluster.jump(3 * DAY_MS)
    await expect.poll(async () => (await rows()).every(({ state }) => state === 'settled')).toBe(true)
    expect(await moved('collect %')).toEqual(late)
    expect(await cluster.check()).toEqual([])
  })
})
