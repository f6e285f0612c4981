import { expect, it } from 'vitest'
import { exportData } from '../../../src/api/account/export.ts'
import { list, writeNote } from '../../../src/api/money/records.ts'
import { NOTE_LENGTH_MAX } from '../../../src/rules/money/notes.ts'
import { describeServer } from '../harness.ts'
import { MINUTE_DAYS, pass, place } from '../savings/support.ts'
import { PASSWORD, registered } from '../security/support.ts'

describeServer('records/note', (server) => {
  it('keeps a note on a record for its owner alone: written, replaced, and deleted by an empty one', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const noted = async (token: string) => (await server.ok(list, {}, token)).map(({ note }) => note)
    const [granted] = await server.ok(list, {}, ann.token)
    const id = granted?.id ?? ''
    expect(granted?.note).toBeNull()
    expect(await server.ok(writeNote, { id, text: '  Rent, May  ' }, ann.token)).toBeNull()
    expect(await noted(ann.token)).toEqual(['Rent, May'])
    await server.ok(writeNote, { id, text: 'Rent' }, ann.token)
    expect(await noted(ann.token)).toEqual(['Rent'])
    expect(await server.call(writeNote, { id, text: 'Mine' }, bob.token)).toMatchObject({ http: 404 })
    expect([await noted(ann.token), await noted(bob.token)]).toEqual([['Rent'], [null]])
    await server.ok(writeNote, { id, text: ' ' }, ann.token)
    expect(await noted(ann.token)).toEqual([null])
  })
})

describeServer.onSqlite('records/note', (server) => {
  it('refuses one that is too long, an unknown record, and a call without a token', async () => {
    const { token } = await server.person()
    const id = (await server.ok(list, {}, token))[0]?.id ?? ''
    const write = (text: string, to = id) => server.call(writeNote, { id: to, text }, token)
    expect(await write('x'.repeat(NOTE_LENGTH_MAX))).toMatchObject({ type: 'ok' })
    expect(await write('x'.repeat(NOTE_LENGTH_MAX + 1))).toMatchObject({ key: 'parameterError' })
    expect(await write('Rent', 'no-such-record')).toMatchObject({ http: 404, key: 'dataNotFound' })
    expect(await server.call(writeNote, { id, text: 'Rent' })).toMatchObject({ http: 401, type: 999 })
  })

  it('is in the data export', async () => {
    const token = await registered(server, 'noting')
    const id = (await server.ok(list, {}, token))[0]?.id ?? ''
    await server.ok(writeNote, { id, text: 'Rent' }, token)
    const at = Math.floor(server.clock.now() / 1000)
    expect((await server.ok(exportData, { proof: { password: PASSWORD } }, token)).recordNotes).toEqual([
      { record: id, text: 'Rent', at },
    ])
  })
})

describeServer.onSqlite(
  'records/list of referral rewards',
  (server) => {
    it('names by a mask whose income a referral reward is a share of', async () => {
      const [one, other] = [await server.person(), await server.person()]
      const { db } = server.platform
      await db
        .updateTable('users')
        .set({ inviter_id: other.userId, username: 'johanna' })
        .where('id', '=', one.userId)
        .execute()
      await place(server, one.token, { amount: '10000' })
      await pass(server, 7)
      const people = (await server.ok(list, {}, other.token)).map(({ step, person }) => [step, person])
      expect(people).toEqual([
        ['level1', 'jo•••'],
        ['paperGrant', null],
      ])
    })
  },
  { env: MINUTE_DAYS },
)
