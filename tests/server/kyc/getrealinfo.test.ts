import { expect, it } from 'vitest'
import { getRealInfo } from '../../../src/api/account/kyc.ts'
import { describeServer } from '../harness.ts'
import { submit } from './support.ts'

describeServer.onSqlite('user/getrealinfo', (server) => {
  it('returns that nothing was submitted yet', async () => {
    const { token } = await server.person()
    expect(await server.ok(getRealInfo, {}, token)).toEqual({
      state: 'notSubmitted',
      status: null,
      country: null,
      firstName: null,
      lastName: null,
      certificate: null,
      number: null,
      reason: null,
      submittedAt: null,
      decidedAt: null,
      neededFor: 'withdrawal',
      reviewSeconds: 30,
    })
  })

  it('returns only the user’s own submission, with a masked number', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await submit(server, ann.token, { number: 'K1234567' })
    const shown = await server.ok(getRealInfo, { userId: bob.userId, id: bob.userId }, ann.token)
    expect(shown).toMatchObject({ state: 'pendingReview', country: 'GB', lastName: 'Lovelace', number: 'K••••67' })
    const others = await server.ok(getRealInfo, { userId: ann.userId, id: ann.userId }, bob.token)
    expect(others).toMatchObject({ state: 'notSubmitted' })
  })

  it('needs a token', async () => {
    expect(await server.call(getRealInfo)).toMatchObject({ http: 401, type: 999, key: 'signInRequired' })
  })
})
