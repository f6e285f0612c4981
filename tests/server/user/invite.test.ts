import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { peopleBelow } from '../../../server/user/referral.ts'
import { invite } from '../../../src/api/account/referral.ts'
import { info, register } from '../../../src/api/account/user.ts'
import { PEOPLE_MAX, REFERRAL_BPS, REFERRAL_CAUSE, referralStep } from '../../../src/rules/account/referral.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { registered, registration } from '../security/support.ts'

/** Registers a name by someone's code, and answers the token and one's own code. */
async function invited(server: TestServer, username: string, inviteCode: string) {
  const token = await server.ok(register, await registration(server, username, { inviteCode }))
  const { id, inviteCode: code } = await server.ok(info, {}, token)
  return { token, id, code }
}

const peopleOf = async (server: TestServer, token: string) =>
  (await server.ok(invite, {}, token)).levels.map(({ people }) => people)

describeServer.onSqlite('user/invite', (server) => {
  it('returns the code and its link, the shares of three levels, and only paid income', async () => {
    const token = await registered(server, 'ada')
    const { inviteCode } = await server.ok(info, {}, token)
    expect(await server.ok(invite, {}, token)).toEqual({
      code: inviteCode,
      link: `/#/pages/my/login?view=create&code=${inviteCode}`,
      levels: [
        { level: 1, bps: REFERRAL_BPS[0], people: 0, income: '0.000000' },
        { level: 2, bps: REFERRAL_BPS[1], people: 0, income: '0.000000' },
        { level: 3, bps: REFERRAL_BPS[2], people: 0, income: '0.000000' },
      ],
      income: { currency: 'USDT', total: '0.000000', direct: '0.000000', indirect: '0.000000' },
    })
    expect(await server.call(invite)).toMatchObject({ http: 401, type: 999 })
  })

  it('counts users who registered with the code, down to the third level', async () => {
    const top = await invited(server, 'top', 'QUOIN')
    const one = await invited(server, 'one', top.code)
    const other = await invited(server, 'other', top.code.toLowerCase())
    const two = await invited(server, 'two', one.code)
    await invited(server, 'twoToo', other.code)
    const three = await invited(server, 'three', two.code)
    const four = await invited(server, 'four', three.code)
    expect(await peopleOf(server, top.token)).toEqual([2, 2, 1])
    expect(await peopleOf(server, one.token)).toEqual([1, 1, 1])
    expect(await peopleOf(server, four.token)).toEqual([0, 0, 0])
    // Up to one more than the most.
    expect(await peopleBelow(server.platform.db, top.id, 1)).toEqual([2, 2, 1])
    expect(await peopleBelow(server.platform.db, top.id, 0)).toEqual([1, 1, 1])
  })

  it('counts up to one more than the most on a level', async () => {
    const { token, userId } = await server.person()
    const { db } = server.platform
    for (let at = 0; at <= PEOPLE_MAX; at += 1_667) {
      const came = Array.from({ length: 1_667 }, (_, index) => ({
        ...{ id: `came${at + index}`, invite_code: `came${at + index}`, inviter_id: userId },
        ...{ lang: 'en', status: 'active' as const, created_at: 0n, event_seq: 0n, time_zone: 'UTC' },
      }))
      await db.insertInto('users').values(came).execute()
    }
    expect(await peopleOf(server, token)).toEqual([PEOPLE_MAX + 1, 0, 0])
  })

  it('sums the ledger’s payments for each level, for this user only', async () => {
    const { token, userId } = await server.person()
    const stranger = await server.person()
    const pay = (to: string, step: string, amount: bigint, cause = REFERRAL_CAUSE) =>
      commit(server.platform, (unit) =>
        post(unit, {
          cause,
          causeId: server.platform.ids(),
          step,
          currency: 'USDT',
          lines: [
            { account: { platform: 'issuance' }, amount: -amount },
            { account: { user: to, kind: 'available' }, amount },
          ],
        }),
      )
    await pay(userId, referralStep(1), 5_000_000n)
    await pay(userId, referralStep(1), 1_500_000n)
    await pay(userId, referralStep(2), 300_000n)
    await pay(userId, referralStep(3), 1n)
    await pay(stranger.userId, referralStep(1), 7_000_000n)
    await pay(userId, 'paperGrant', 9_000_000n, 'gift')
    const { income, levels } = await server.ok(invite, {}, token)
    expect(income).toEqual({ currency: 'USDT', total: '6.800001', direct: '6.500000', indirect: '0.300001' })
    expect(levels.map((level) => level.income)).toEqual(['6.500000', '0.300000', '0.000001'])
  })
})

describeServer.onSqlite(
  'user/invite with PUBLIC_URL',
  (server) => {
    it('returns a link that opens the app from anywhere', async () => {
      const { token } = await server.person()
      const { link, code } = await server.ok(invite, {}, token)
      expect(link).toBe(`https://quoin.example/#/pages/my/login?view=create&code=${code}`)
    })
  },
  { env: { PUBLIC_URL: 'https://quoin.example' } },
)
