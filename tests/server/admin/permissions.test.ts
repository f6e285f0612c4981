import { afterAll, beforeAll, expect, it } from 'vitest'
import { actsOf } from '../../../server/audit/module.ts'
import { type Role, roles } from '../../../server/platform/command.ts'
import { describeServer } from '../harness.ts'
import { type Admin, atWork, openAdmin } from './support.ts'

/** Permissions in the admin console. `nobody`: only on the command line. */
const TABLE: Readonly<Record<string, string>> = {
  'user show': 'support review treasurer auditor',
  'user find': 'support review treasurer auditor',
  'user freeze': 'support review',
  'user lock': 'support review',
  'user unlock': 'review',
  'user sessions': 'support review auditor',
  'user sign-out': 'support review',
  'user reset-2fa': 'review',
  outbox: 'nobody',
  'user message': 'support review treasurer',
  'content list': 'support auditor',
  'content show': 'support auditor',
  'content check': 'nobody',
  'content publish': 'nobody',
  'content write': 'support',
  'content retract': 'support',
  'chat list': 'support',
  'chat show': 'support',
  'chat answer': 'support',
  'chat close': 'support',
  'kyc list': 'review auditor',
  'kyc show': 'review',
  'kyc find': 'review auditor',
  'user verification': 'support review treasurer auditor',
  'user identity': 'review',
  'kyc accept': 'review',
  'kyc refuse': 'review',
  'wallet adjust': 'treasurer',
  'user wallets': 'support review treasurer auditor',
  'user worth': 'support treasurer auditor',
  'user ledger': 'support treasurer auditor',
  'ledger verify': 'nobody',
  'record rewind': 'nobody',
  'user orders': 'support treasurer auditor',
  'order find': 'support treasurer auditor',
  'lever halts': 'treasurer auditor',
  'lever halt': 'treasurer',
  'lever resume': 'treasurer',
  'spot halts': 'treasurer auditor',
  'spot halt': 'treasurer',
  'spot resume': 'treasurer',
  'spot hoardings': 'treasurer auditor',
  'spot hoard': 'treasurer',
  'spot unhoard': 'treasurer',
  'forex halts': 'treasurer auditor',
  'forex halt': 'treasurer',
  'forex resume': 'treasurer',
  'deposit list': 'support treasurer auditor',
  'deposit show': 'treasurer',
  'deposit accept': 'treasurer',
  'deposit refuse': 'treasurer',
  'deposit resolve': 'treasurer',
  'deposit address': 'support treasurer auditor',
  'deposit unmatched': 'treasurer auditor',
  'withdrawal list': 'support treasurer auditor',
  'withdrawal address': 'support treasurer auditor',
  'withdrawal approve': 'treasurer',
  'withdrawal refuse': 'treasurer',
  'withdrawal send': 'treasurer',
  'withdrawal confirm': 'treasurer',
  'withdrawal bounce': 'treasurer',
  'plan list': 'treasurer auditor',
  'plan orders': 'treasurer auditor',
  'plan approve': 'treasurer',
  'plan refuse': 'treasurer',
  'plan close': 'treasurer',
  'plan open': 'treasurer',
  'loan list': 'review treasurer auditor',
  'user loans': 'support review treasurer auditor',
  'loan show': 'review treasurer',
  'loan approve': 'treasurer',
  'loan refuse': 'treasurer',
  'audit verify': 'auditor',
  'audit export': 'auditor',
  audit: 'auditor',
  backup: 'nobody',
  restore: 'nobody',
  'proposal list': 'treasurer auditor',
  'proposal confirm': 'treasurer',
  'proposal decline': 'treasurer',
  'user notes': 'support review treasurer auditor',
  'user risks': 'support review treasurer auditor',
  'user note': 'support review treasurer',
  'figures people': 'treasurer auditor',
  'figures accounts': 'treasurer auditor',
  'figures days': 'treasurer auditor',
  'figures orders': 'treasurer auditor',
  'desk list': 'nobody',
  'desk add': 'nobody',
  'desk roles': 'nobody',
  'desk renew': 'nobody',
  'desk remove': 'nobody',
}

/** Acts that move money or allow it to move: if configured so, a second person must approve. */
const MONEY = [
  'wallet adjust',
  'deposit accept',
  'deposit refuse',
  'deposit resolve',
  'withdrawal approve',
  'withdrawal refuse',
  'withdrawal send',
  'withdrawal confirm',
  'withdrawal bounce',
  'plan approve',
  'plan refuse',
  'loan approve',
  'loan refuse',
]

describeServer.onSqlite('what each role may do in the admin console', (server) => {
  let admin: Admin
  const cookies = new Map<Role, string>()
  beforeAll(async () => {
    admin = await openAdmin(server)
    for (const role of roles) cookies.set(role, await atWork(server, admin, role, role))
  })
  afterAll(() => admin.http.close())

  const commands = () => server.platform.modules.flatMap((each) => each.commands ?? [])
  const named = (role: Role) =>
    Object.keys(TABLE)
      .filter((name) => TABLE[name]?.split(' ').includes(role))
      .sort()

  it('lists each command, whether it is for the command line only, and whether it moves money', () => {
    const all = commands()
    expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(TABLE).sort())
    const declared = all.map(({ name, admin }) => [name, admin?.roles.join(' ') ?? 'nobody'])
    expect(Object.fromEntries(declared)).toEqual(TABLE)
    expect(all.flatMap(({ name, admin }) => (admin?.money ? [name] : [])).sort()).toEqual([...MONEY].sort())
  })

  it('requires a reason for each act except an answer, whose text is stored', async () => {
    const acts = commands().filter(({ admin }) => admin?.as === 'act')
    const silent = acts.filter(({ options }) => !options.some(({ name, needed }) => name === 'why' && needed))
    expect(silent.map(({ name }) => name)).toEqual(['chat answer'])
    const all = await atWork(server, admin, 'everyone', ...roles)
    for (const { name, args, options } of acts.filter((each) => !silent.includes(each))) {
      const word = (value: string) => (value === 'AMOUNT' ? '1' : 'nothing')
      const needed = Object.fromEntries(options.flatMap((each) => (each.needed ? [[each.name, word(each.value)]] : [])))
      const words = args.map(() => 'nothing')
      const answer = await admin.act(all, name, words, { ...needed, why: ' ' })
      expect([answer.status, answer.body], name).toEqual([422, { error: '--why is empty' }])
    }
  })

  it.each(roles)('lets the %s do what the table says, and nothing else', async (role) => {
    const cookie = cookies.get(role) ?? ''
    const { body } = await admin.get('/desk/me', cookie)
    expect((body.commands as { name: string }[]).map(({ name }) => name).sort()).toEqual(named(role))
    const allowed = new Set(named(role))
    const done = async () =>
      (await actsOf(server.platform.db, undefined, 1_000)).filter(({ act }) => act !== 'desk refused').length
    for (const { name, args, options } of commands()) {
      const before = await done()
      const given = Object.fromEntries(options.flatMap((each) => (each.needed ? [[each.name, 'nothing']] : [])))
      const { status } = await admin.act(
        cookie,
        name,
        args.map(() => 'nothing'),
        given,
      )
      if (allowed.has(name)) expect([200, 422], name).toContain(status)
      else {
        expect(status, name).toBe(403)
        expect(await done(), name).toBe(before)
      }
    }
  })

  it('notes refused acts in the audit log, bounded for each operator', async () => {
    const own = await openAdmin(server)
    const cookie = await own.signIn('support')
    const before = (await actsOf(server.platform.db, undefined, 1_000)).length
    for (let time = 0; time < 22; time++) {
      expect((await own.act(cookie, 'wallet adjust', ['person1', 'USDT'], { add: '1', why: 'x' })).status).toBe(403)
    }
    const other = await own.signIn('review')
    expect((await own.act(other, 'desk add', ['mallory'])).status).toBe(403)
    await own.http.close()
    const acts = (await actsOf(server.platform.db, undefined, 1_000)).slice(0, -before)
    expect(acts.map(({ who, act, why, facts }) => [who, act, why, facts])).toEqual([
      ['review', 'desk refused', 'not for review', '{"tried":"an unknown act"}'],
      ['review', 'desk sign-in', 'from 127.0.0.1', null],
      ...Array(20).fill([
        'support',
        'desk refused',
        'not for support',
        '{"tried":"wallet adjust","subject":"person1 USDT"}',
      ]),
    ])
  })

  it('allows nothing without signing in', async () => {
    for (const name of Object.keys(TABLE)) expect((await admin.act('', name)).status, name).toBe(401)
    expect((await admin.get('/desk/me')).status).toBe(401)
    const { token } = await server.person()
    expect((await admin.act(`desk=${token}`, 'user show', ['person1'])).status).toBe(401)
  })
})
