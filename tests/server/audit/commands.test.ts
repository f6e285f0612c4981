import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteAct } from '../../../server/audit/module.ts'
import { operate } from '../../../server/operator/operate.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { type Admin, manage, openAdmin } from '../admin/support.ts'
import { describeServer } from '../harness.ts'
import { freshFolder } from '../platform/process.ts'

describeServer('the commands of the audit log', (server) => {
  let admin: Admin
  let cookie: string
  let userId: string
  beforeAll(async () => {
    admin = await openAdmin(server)
    await manage(server, 'desk add', ['ada', 'auditor'])
    ;({ userId } = await server.person())
    const note = (who: string, act: string, on: string | null = null, why = 'a test') =>
      commit(server.platform, (unit) => noteAct(unit, { who, act, userId: on, why, facts: { person: 'Ann, "A"' } }))
    server.clock.jump(Date.UTC(2026, 0, 6, 23, 59, 59) - server.clock.now())
    await note('ann', 'user freeze', userId)
    server.clock.jump(1_000)
    await note('ann, with bob', 'withdrawal approve', userId, '=1+1, "or\nmore"')
    await note('bob', 'userland')
    await note('joann', 'user')
    server.clock.jump(3_600_000)
    cookie = await admin.signIn('ada')
  })
  afterAll(() => admin.http.close())

  const find = async (options: Record<string, string>) => {
    const { status, body } = await admin.act(cookie, 'audit', [], options)
    return status === 200 ? (body.rows as { who: string; act: string }[]).map(({ who, act }) => `${who}: ${act}`) : body
  }

  it('find acts by operator, alone or with a second one', async () => {
    expect(await find({ operator: 'ann' })).toEqual(['ann, with bob: withdrawal approve', 'ann: user freeze'])
    expect(await find({ operator: 'bob' })).toEqual(['bob: userland', 'ann, with bob: withdrawal approve'])
    expect(await find({ operator: 'an%' })).toEqual([])
  })

  it('find acts by their name or its first words', async () => {
    expect(await find({ act: 'user' })).toEqual(['joann: user', 'ann: user freeze'])
    expect(await find({ act: 'user freeze' })).toEqual(['ann: user freeze'])
  })

  it('find acts by person', async () => {
    expect(await find({ user: userId })).toEqual(['ann, with bob: withdrawal approve', 'ann: user freeze'])
    expect(await find({ user: 'person1', act: 'user' })).toEqual(['ann: user freeze'])
    expect(await find({ user: 'nobody' })).toEqual({ error: 'there is no user nobody' })
  })

  it('find acts by day and time, and refuse what is neither', async () => {
    expect(await find({ from: '2026-01-06', to: '2026-01-06' })).toEqual(['ann: user freeze'])
    expect(await find({ from: '2026-01-07', to: '2026-01-07T00:30' })).toHaveLength(3)
    expect(await find({ from: '2026-01-06T23:59:59Z', to: '2026-01-07T00:00' })).toEqual(['ann: user freeze'])
    for (const from of ['yesterday', '2026-13-01', '1']) {
      expect(await find({ from })).toEqual({
        error: '--from must be a day or a time in UTC: 2026-11-25 or 2026-11-25T16:20',
      })
    }
  })

  it('export what a filter selects as CSV whose chain can be verified, and note it', async () => {
    const { status, body } = await admin.act(cookie, 'audit export', [], {
      why: 'the yearly audit',
      from: '2026-01-06',
      to: '2026-01-07T00:30',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ rows: [{ file: 'audit-20260107010030.csv', lines: 4 }] })
    const text = (body.files as Record<string, string>)['audit-20260107010030.csv'] ?? ''
    const { data } = Papa.parse<Record<string, string>>(text.replace('\ufeff', ''), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data.map(({ operator, act }) => `${operator}: ${act}`)).toEqual([
      'ann: user freeze',
      'ann, with bob: withdrawal approve',
      'bob: userland',
      'joann: user',
    ])
    expect(data[1]).toMatchObject({ utc: '2026-01-07T00:00:00Z', user: userId, reason: `'=1+1, "or\nmore"` })
    const [, , second, third] = data
    const { line, id, operator, act, reason, at, facts } = third ?? {}
    const fields = [second?.hash, Number(line), id, operator, act, null, reason, Number(at), facts]
    expect(third?.hash).toBe(createHash('sha256').update(JSON.stringify(fields)).digest('hex'))
    const noted = await admin.act(cookie, 'audit', [], { act: 'audit export' })
    expect(noted.body.rows).toMatchObject([
      { who: 'ada', reason: 'the yearly audit', details: 'from: 2026-01-06 · to: 2026-01-07T00:30 · lines: 4' },
    ])
  })

  it('write the export to a folder, never over a file, and require the folder', async () => {
    const { DATABASE_URL, DATA_DIR = freshFolder() } = server.place
    const settings = { VAULT_KEY: '07'.repeat(32), DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) }
    const run = (...more: string[]) =>
      operate(['audit', 'export', '--why', 'x', '--act', 'user', '--json', ...more], settings, {})
    await expect(run()).rejects.toThrow('--save is missing: the folder for the file')
    const [{ file, lines }] = JSON.parse(await run('--save', freshFolder()))
    expect(lines).toBe(2)
    expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(4)
  })

  it('verify the chain, and name what is missing', async () => {
    const verify = () => admin.act(cookie, 'audit verify')
    expect((await verify()).body).toMatchObject({ rows: [{ holds: 'yes', hash: expect.stringMatching(/^\w{64}$/) }] })
    await server.platform.db.deleteFrom('audit').where('act', '=', 'userland').execute()
    const { status, body } = await verify()
    expect(status).toBe(422)
    expect(body.error).toMatch(/^the audit log is broken: line \d+ is missing$/)
  })
})
