import { expect, it } from 'vitest'
import { decideKyc, requireKnown } from '../../../server/kyc/module.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { getRealInfo, realName } from '../../../src/api/account/kyc.ts'
import { events } from '../../../src/api/wire/events.ts'
import { describeServer } from '../harness.ts'
import { review, submission, submit } from './support.ts'

describeServer.onSqlite('user/real_name', (server) => {
  const verify = (userId: string) => requireKnown(readFrom(server.platform), userId)
  const decide = async (userId: string, decision: Parameters<typeof decideKyc>[2]) => {
    const { id } = await server.platform.db
      .selectFrom('kyc')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', '=', 'pendingReview')
      .executeTakeFirstOrThrow()
    return commit(server.platform, (unit) => decideKyc(unit, id, decision))
  }

  it('goes to review, and the automatic review approves it after its delay', async () => {
    const { userId, token } = await server.person()
    await expect(verify(userId)).rejects.toMatchObject({ key: 'verifyNameFirst' })
    const answer = await submit(server, token, { number: ' ab-123 456.x ' })
    expect(answer).toMatchObject({
      http: 200,
      message: { state: 'pendingReview', status: 0, firstName: 'Ada', number: 'A••••6X', decidedAt: null },
    })
    await expect(verify(userId)).rejects.toMatchObject({ key: 'verifyNameFirst' })
    await review(server)
    expect(await server.ok(getRealInfo, {}, token)).toMatchObject({ state: 'verified', status: 1, reason: null })
    await verify(userId)
    const told = await server.ok(events, { after: 0 }, token)
    expect(told.filter(({ kind }) => kind === 'kyc').map(({ body }) => 'state' in body && body.state)).toEqual([
      'pendingReview',
      'verified',
    ])
    const messages = await server.platform.db
      .selectFrom('user_messages')
      .select(['key', 'text'])
      .where('user_id', '=', userId)
      .execute()
    expect(messages).toEqual([{ key: 'realNamePassed', text: null }])
  })

  it('is rejected with a reason, and can be submitted again', async () => {
    const { userId, token } = await server.person()
    const first = await submission(server, token)
    await server.ok(realName, first, token)
    expect(await decide(userId, { verified: false, reason: 'The photograph is blurred' })).toBe(userId)
    expect(await server.ok(getRealInfo, {}, token)).toMatchObject({
      state: 'refused',
      status: 2,
      reason: 'The photograph is blurred',
    })
    await expect(verify(userId)).rejects.toMatchObject({ key: 'realNameFailed' })
    expect(await submit(server, token, { number: first.number })).toMatchObject({ http: 200 })
    await review(server)
    await verify(userId)
  })

  it('has one submission under review, also for concurrent requests', async () => {
    const { token } = await server.person()
    const input = await submission(server, token)
    const both = await Promise.all([server.call(realName, input, token), server.call(realName, input, token)])
    expect(both.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(await submit(server, token)).toMatchObject({ http: 409, key: 'alreadyApplied' })
    await review(server)
    expect(await submit(server, token)).toMatchObject({ http: 409, key: 'alreadyApplied' })
  })

  it('accepts each document number once over all users, in any notation', async () => {
    const [ann, bob, cem] = [await server.person(), await server.person(), await server.person()]
    expect(await submit(server, ann.token, { number: 'X99-1' })).toMatchObject({ http: 200 })
    expect(await submit(server, bob.token, { number: 'x 991' })).toMatchObject({ http: 409, key: 'idNumberUsed' })
    for (const again of [
      { country: 'FR' },
      { certificate: 'driverLicence' },
      { country: 'DE', certificate: 'idCard' },
      { number: 'x-99.1' },
      { number: 'Ｘ９９１' },
      { number: 'Х991' },
      { number: 'X٩٩١' },
    ]) {
      expect(await submit(server, cem.token, { number: 'X991', ...again })).toMatchObject({
        http: 409,
        key: 'idNumberUsed',
      })
    }
    expect(await submit(server, cem.token, { number: 'X992' })).toMatchObject({ http: 200 })
    expect(await server.ok(getRealInfo, {}, bob.token)).toMatchObject({ state: 'notSubmitted', status: null })
  })

  it('stores name and number encrypted', async () => {
    const { userId, token } = await server.person()
    await submit(server, token, { number: 'LEAK4711', firstName: 'Unmistakable', lastName: 'Noticeable' })
    const rows = await server.platform.db.selectFrom('kyc').selectAll().where('user_id', '=', userId).execute()
    expect(rows).toHaveLength(1)
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
    expect(text).not.toMatch(/LEAK4711|Noticeable|Unmistakable/)
  })

  it('is decided once, by the first of two decisions', async () => {
    const { userId, token } = await server.person()
    await submit(server, token)
    const { id } = await server.platform.db
      .selectFrom('kyc')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const decisions = await Promise.all([
      commit(server.platform, (unit) => decideKyc(unit, id, { verified: false, reason: 'No' })),
      commit(server.platform, (unit) => decideKyc(unit, id, { verified: true })),
    ])
    expect(decisions.filter((decided) => decided !== undefined)).toEqual([userId])
  })

  it('refuses photographs of another user, of the wrong side, or already submitted', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const theirs = await submission(server, ann.token)
    const mine = await submission(server, bob.token)
    const refused = { http: 404, key: 'dataNotFound' }
    expect(await server.call(realName, { ...mine, front: theirs.front }, bob.token)).toMatchObject(refused)
    expect(await server.call(realName, { ...mine, front: mine.back, back: mine.front }, bob.token)).toMatchObject(
      refused,
    )
    expect(await server.call(realName, { ...mine, back: mine.front }, bob.token)).toMatchObject(refused)
    await server.ok(realName, mine, bob.token)
    await decide(bob.userId, { verified: false, reason: 'No' })
    expect(await server.call(realName, mine, bob.token)).toMatchObject(refused)
    expect(await server.ok(getRealInfo, {}, ann.token)).toMatchObject({ state: 'notSubmitted' })
  })

  it.each([
    [{ country: undefined }, 'missingParameters', 'country'],
    [{ country: 'XX' }, 'countryRequired'],
    [{ country: 'gb' }, 'countryRequired'],
    [{ firstName: ' ' }, 'nameForm'],
    [{ lastName: '<b>x</b>' }, 'nameForm'],
    [{ lastName: 'x'.repeat(65) }, 'nameForm'],
    [{ certificate: 'library card' }, 'parameterError', 'certificate'],
    [{ number: '12' }, 'idNumberForm'],
    [{ number: 'A'.repeat(33) }, 'idNumberForm'],
    [{ front: '../../etc/passwd' }, 'parameterError', 'front'],
    [{ back: undefined }, 'missingParameters', 'back'],
  ])('refuses %j', async (change, key, field?: string) => {
    const { token } = await server.person()
    expect(await submit(server, token, change)).toMatchObject({
      http: 422,
      key,
      params: field === undefined ? {} : { field },
    })
    expect(await server.ok(getRealInfo, {}, token)).toMatchObject({ state: 'notSubmitted' })
  })

  it.each([
    ['O’Neill-García', '山田'],
    ['Đặng', 'محمد'],
    ['J. R.', 'Ивановна'],
  ])('takes the names %s and %s', async (firstName, lastName) => {
    const { token } = await server.person()
    expect(await submit(server, token, { firstName, lastName })).toMatchObject({ message: { firstName, lastName } })
  })

  it('does nothing for a locked user, and needs a token', async () => {
    const { userId, token } = await server.person()
    const input = await submission(server, token)
    await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
    expect(await server.call(realName, input, token)).toMatchObject({ http: 403, key: 'accountLocked' })
    expect(await server.call(realName, input)).toMatchObject({ http: 401, type: 999 })
  })

  it('survives a restart while under review', async () => {
    const { token } = await server.person()
    await submit(server, token)
    await server.restart()
    await review(server)
    expect(await server.ok(getRealInfo, {}, token)).toMatchObject({ state: 'verified', firstName: 'Ada' })
  })
})
