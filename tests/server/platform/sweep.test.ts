import { expect, it } from 'vitest'
import { nowSeconds } from '../../../server/platform/clock.ts'

import { platformWork } from '../../../server/platform/sweep.ts'
import { securityWork } from '../../../server/security/sweep.ts'
import { userWork } from '../../../server/user/sweep.ts'

import { info, nonce } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { freshCode, outcome, walletOf } from '../security/support.ts'

describeServer('the sweep', (server) => {
  const sweep = async () => {
    let gone = 0
    for (const work of [userWork, securityWork, platformWork]) gone += await work(server.platform).run(() => false)
    return gone
  }

  const counts = async () => {
    const { db } = server.platform
    const [sessions, nonces, codes] = [
      await db.selectFrom('sessions').select('token_hash').execute(),
      await db.selectFrom('login_nonces').select('nonce').execute(),
      await db.selectFrom('codes').select('ticket').execute(),
    ]
    return [sessions.length, nonces.length, codes.length]
  }

  it('removes expired rows only', async () => {
    // The server sweeps too when it starts: by then that is done.
    await server.app.idle()
    const old = await server.person()
    await server.ok(nonce, { address: walletOf(1).address })
    await freshCode(server)
    await sweep()
    expect(await counts()).toEqual([1, 1, 1])

    server.clock.jump(7 * 86_400_000)
    const young = await server.person()
    await server.ok(nonce, { address: walletOf(2).address })
    await freshCode(server)
    expect(await sweep()).toBe(3)
    expect(await counts()).toEqual([1, 1, 1])
    expect(outcome(await server.call(info, {}, young.token))).toBe('ok')
    expect(await server.call(info, {}, old.token)).toMatchObject({ type: 999 })
  })

  it('removes answers to requests older than a month', async () => {
    const { db, clock } = server.platform
    const row = { user_id: 'someone', request_id: 'request-of-a-test', body_hash: 'x', answer: 'null' }
    await db
      .insertInto('requests')
      .values({ ...row, at: BigInt(nowSeconds(clock)) })
      .execute()
    server.clock.jump(30 * 86_400_000)
    await sweep()
    expect(await db.selectFrom('requests').select('request_id').execute()).toEqual([])
  })

  it('runs every ten minutes', async () => {
    const work = securityWork(server.platform)
    await work.run(() => false)
    server.clock.jump(599_000)
    await freshCode(server)
    await server.platform.db.updateTable('codes').set({ expires_at: 0n }).execute()
    expect(await work.run(() => false)).toBe(0)
    server.clock.jump(1_000)
    expect(await work.run(() => false)).toBeGreaterThan(0)
  })
})
