import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { referrals } from '../../../src/api/account/referral.ts'
import { maskedName, REFERRAL_CAUSE } from '../../../src/rules/account/referral.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('user/referrals', (server) => {
  const pay = (user: string, step: string, amount: bigint) =>
    commit(server.platform, (unit) =>
      post(unit, {
        cause: REFERRAL_CAUSE,
        causeId: server.platform.ids(),
        step,
        currency: 'USDT',
        lines: [
          { account: { platform: 'referral' }, amount: -amount },
          { account: { user, kind: 'available' }, amount },
        ],
      }),
    )

  it('sums payments to this user by month and level', async () => {
    const { token, userId } = await server.person()
    const stranger = await server.person()
    expect(await server.ok(referrals, {}, token)).toEqual({ currency: 'USDT', months: [], people: [] })
    await pay(userId, 'level1', 1_000_000n)
    await pay(userId, 'level2', 200_000n)
    await pay(userId, 'level3', 30_000n)
    await pay(stranger.userId, 'level1', 7n)
    // From the 5th of January to the 2nd of February.
    for (let week = 0; week < 7; week++) {
      server.clock.jump(4 * 86_400_000)
      // An unused session ends within a week.
      await server.ok(referrals, {}, token)
    }
    await pay(userId, 'level1', 4_000_000n)
    expect((await server.ok(referrals, {}, token)).months).toEqual([
      { month: '2026-02', direct: '4.000000', indirect: '0.000000' },
      { month: '2026-01', direct: '1.000000', indirect: '0.230000' },
    ])
  })

  it('lists the masked names of three levels, newest first, and of no other user', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => server.person()))
    const { db } = server.platform
    const [top, one, oneToo, two, three, four] = people.map(({ userId }) => userId)
    const below = { [`${one}`]: top, [`${oneToo}`]: top, [`${two}`]: one, [`${three}`]: two, [`${four}`]: three }
    for (const [index, { userId }] of people.entries()) {
      const inviter_id = below[userId] ?? null
      await db
        .updateTable('users')
        .set({ inviter_id, username: `friend${index}` })
        .where('id', '=', userId)
        .execute()
    }
    const named = async (at: number) =>
      (await server.ok(referrals, {}, people[at]?.token)).people.map(({ level, name }) => [level, name])
    expect(await named(0)).toEqual([
      [1, 'fr•••'],
      [1, 'fr•••'],
      [2, 'fr•••'],
      [3, 'fr•••'],
    ])
    expect(await named(4)).toEqual([[1, 'fr•••']])
    expect(await named(5)).toEqual([])
    expect(await server.call(referrals, {})).toMatchObject({ type: 999 })
  })

  it('masks a name without revealing its length, and an address except its ends', () => {
    expect([maskedName('ada'), maskedName('adalovelace'), maskedName(`0x${'71c7'.repeat(10)}`)]).toEqual([
      'a•••',
      'ad•••',
      '0x71…71c7',
    ])
  })
})
