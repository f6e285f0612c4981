import { afterAll, beforeAll, expect, it } from 'vitest'
import { actsOf } from '../../../server/audit/module.ts'
import { listChat } from '../../../src/api/account/chat.ts'
import { listNews } from '../../../src/api/account/news.ts'
import { info } from '../../../src/api/account/user.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { out } from '../../../src/api/money/withdrawal.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { withdrawalFee } from '../../../src/rules/withdrawal/withdrawal.ts'
import { write } from '../chat/support.ts'
import { describeServer } from '../harness.ts'
import { submit } from '../kyc/support.ts'
import { leaver, withdrawal } from '../withdrawal/support.ts'
import { type Admin, type Answer, atWork, manage, openAdmin } from './support.ts'

const WAITS = { REVIEW_SECONDS: '86400' }

type Rows = Record<string, unknown>[]
const rowsOf = ({ body }: Answer) => body.rows as Rows

describeServer(
  'work in the admin console',
  (server) => {
    let admin: Admin
    let cookies: Record<'sue' | 'rita' | 'tom' | 'tess' | 'ada', string>
    beforeAll(async () => {
      admin = await openAdmin(server)
      cookies = {
        sue: await atWork(server, admin, 'sue', 'support'),
        rita: await atWork(server, admin, 'rita', 'review'),
        tom: await atWork(server, admin, 'tom', 'treasurer'),
        tess: await atWork(server, admin, 'tess', 'treasurer', 'support'),
        ada: await atWork(server, admin, 'ada', 'auditor'),
      }
    })
    afterAll(() => admin.http.close())

    const why = { why: 'a test' }
    const newestAct = async () => {
      const [{ who, act, why } = { who: '', act: '', why: '' }] = await actsOf(server.platform.db, undefined, 1)
      return { who, act, why }
    }
    /** A user whose withdrawal of 1,000 USDT is under review. */
    const leaving = async () => {
      const { token, userId, addressId } = await leaver(server)
      const { id } = await server.ok(out, withdrawal(addressId), token)
      return { token, userId, id }
    }
    const balance = async (token: string) => (await server.ok(getInfo, {}, token)).balance

    it('lists a queue with the acts possible on each row, and executes them by the command line’s functions', async () => {
      const { id, userId, token } = await leaving()
      const { username } = await server.ok(info, {}, token)
      const queue = async () => {
        const { body } = await admin.act(cookies.tom, 'withdrawal list')
        const place = (body.rows as Rows).findIndex((row) => row.id === id)
        return {
          row: (body.rows as Rows)[place],
          fits: (body.fits as string[][])[place],
          takes: (body.takes as string[][])[place],
          name: (body.people as Record<string, string>)[userId],
        }
      }
      expect(await queue()).toMatchObject({
        row: { id, user: userId, state: 'underReview' },
        fits: ['withdrawal approve', 'withdrawal refuse'],
        takes: [id],
        name: username,
      })
      const approved = await admin.act(cookies.tom, 'withdrawal approve', [id], why)
      expect(approved).toMatchObject({ status: 200, body: { rows: [{ user: userId, done: 'withdrawal approve' }] } })
      expect(await newestAct()).toEqual({ who: 'tom', act: 'withdrawal approve', why: 'a test' })
      expect(await balance(token)).toBe('9000.000000')
      expect((await queue()).fits).toEqual(['withdrawal send', 'withdrawal bounce'])
      const twice = await admin.act(cookies.tom, 'withdrawal approve', [id], why)
      expect(twice).toMatchObject({ status: 422, body: { error: 'there is no such withdrawal to approve' } })
      expect((await admin.act(cookies.ada, 'withdrawal list')).body.fits).not.toContainEqual(
        expect.arrayContaining([expect.anything()]),
      )
    })

    it('counts in each queue what waits, for the operators who may open it', async () => {
      const waiting = async (cookie: string) => {
        const { body } = await admin.get('/desk/waiting', cookie)
        return Object.fromEntries((body.rows as Rows).map(({ queue, waits }) => [queue, waits]))
      }
      const [before, chats, seen] = [await waiting(cookies.tom), await waiting(cookies.sue), await waiting(cookies.ada)]
      const { id, token, userId } = await leaving()
      await write(server, token, 'Where is it?')
      expect(await waiting(cookies.tom)).toEqual({
        ...before,
        'withdrawal list': Number(before['withdrawal list']) + 1,
      })
      expect(await waiting(cookies.sue)).toEqual({
        ...chats,
        ...{ 'chat list': Number(chats['chat list']) + 1, 'withdrawal list': Number(chats['withdrawal list']) + 1 },
      })
      expect(await waiting(cookies.ada)).toMatchObject({ 'withdrawal list': Number(seen['withdrawal list']) + 1 })
      expect(await waiting(cookies.ada)).not.toHaveProperty('chat list')
      await admin.act(cookies.tom, 'withdrawal refuse', [id], why)
      await admin.act(cookies.sue, 'chat close', [userId], why)
      expect([await waiting(cookies.tom), await waiting(cookies.sue)]).toEqual([before, chats])
      expect((await admin.get('/desk/waiting')).status).toBe(401)
    })

    it('requires a reason and the act’s arguments, and rejects others', async () => {
      const { id } = await leaving()
      const refuse = async (args: string[], options: Record<string, string>) =>
        (await admin.act(cookies.tom, 'withdrawal refuse', args, options)).body.error
      expect(await refuse([id], {})).toBe('--why is missing')
      expect(await refuse([id], { why: '  ' })).toBe('--why is empty')
      expect(await refuse([], why)).toBe('withdrawal refuse takes ID')
      expect(await refuse([id], { ...why, save: '/tmp' })).toBe('withdrawal refuse has no option --save')
      expect(await refuse([id], { ...why, as: 'tess' })).toBe('withdrawal refuse has no option --as')
      expect(
        (await admin.post('/desk/act', { command: 'withdrawal refuse', args: [`${id}\0`], options: why }, cookies.tom))
          .status,
      ).toBe(422)
      expect((await admin.act(cookies.tom, 'withdrawal list')).body.rows).toContainEqual(
        expect.objectContaining({ id, state: 'underReview' }),
      )
    })

    it('serves photographs only to the session that opened them', async () => {
      const { token } = await server.person()
      await submit(server, token)
      const listed = rowsOf(await admin.act(cookies.rita, 'kyc list'))
      const { body } = await admin.act(cookies.rita, 'kyc show', [String(listed.at(-1)?.id)])
      const pictures = Object.values(body.pictures as Record<string, string>)
      expect(pictures).toHaveLength(2)
      expect(String((body.rows as Rows)[0]?.photos).split(' ')).toEqual(Object.keys(body.pictures as object))
      for (const url of pictures) {
        const shown = await admin.get(url, cookies.rita)
        expect([shown.status, shown.raw.subarray(0, 3).toString('hex')]).toEqual([200, 'ffd8ff'])
        expect((await admin.get(url, cookies.tom)).status).toBe(404)
        expect((await admin.get(`${url}x`, cookies.rita)).status).toBe(404)
        expect((await admin.get(url)).status).toBe(401)
      }
      expect(await newestAct()).toMatchObject({ who: 'rita', act: 'kyc show' })
    })

    it('answers users, who are notified', async () => {
      const { token, userId } = await server.person()
      await write(server, token, 'Where is my money?')
      const { body } = await admin.act(cookies.sue, 'chat list')
      const id = (body.rows as Rows).find((row) => row.unseen === 1)?.id
      expect(rowsOf(await admin.act(cookies.sue, 'chat show', [String(id)]))).toMatchObject([
        { text: 'Where is my money?' },
      ])
      expect((await admin.act(cookies.sue, 'chat answer', [String(id)], { text: 'On its way.' })).status).toBe(200)
      expect((await server.ok(listChat, {}, token)).messages.at(-1)).toMatchObject({
        by: 'support',
        text: 'On its way.',
      })
      expect((await actsOf(server.platform.db, userId, 5)).map(({ who, act }) => [who, act])).toContainEqual([
        'sue',
        'chat answer',
      ])
    })

    it('shows all of a user: account, balances, ledger, orders, sessions and notes', async () => {
      const { userId, id } = await leaving()
      const noted = await admin.act(cookies.tess, 'user note', [userId], { why: 'Called on Monday' })
      expect(noted.status).toBe(200)
      const show = async (what: string) => rowsOf(await admin.act(cookies.tess, what, [userId]))
      const { body } = await admin.act(cookies.tess, 'user show', [userId])
      expect(body).toMatchObject({ rows: [{ id: userId, status: 'active' }], takes: [[userId]] })
      expect((body.fits as string[][])[0]).toEqual([
        'user freeze',
        'user lock',
        'user sign-out',
        'user message',
        'wallet adjust',
        'user note',
      ])
      expect(await show('user wallets')).toContainEqual({
        currency: 'USDT',
        balance: '10000.000000',
        available: '9000.000000',
        held: '1000.000000',
      })
      const ledger = await show('user ledger')
      expect(ledger[0]).toMatchObject({ currency: 'USDT', held: '1000.000000', of: id })
      expect(ledger.at(-1)).toMatchObject({ amount: '+10000.000000' })
      expect(rowsOf(await admin.act(cookies.tess, 'user ledger', [userId], { before: String(ledger[0]?.id) }))).toEqual(
        ledger.slice(1),
      )
      expect(await show('user worth')).toEqual([
        {
          ...{ worth: '10000.000000 USDT', assets: '10000.000000 USDT', 'P&L of positions': '0.000000 USDT' },
          ...{ debts: '0.000000 USDT', positions: 0, 'without a price': null },
        },
      ])
      const about = `1,000.00 USDT, ethereum, fee ${formatMoney(withdrawalFee(100_000n), 2)} USDT`
      expect(await show('user orders')).toMatchObject([{ id, kind: 'withdrawal', state: 'underReview', about }])
      expect(await show('user sessions')).toMatchObject([{ address: '127.0.0.1', method: 'password' }])
      expect(await show('user notes')).toMatchObject([{ by: 'tess', text: 'Called on Monday' }])
    })

    it('publishes an article in all of its languages at once, or reports missing ones', async () => {
      const article = (title: string, more = '') =>
        `---\ntitle: ${title}\nsummary: We are away for an hour.\ndate: 2026-01-04\n${more}---\n\nFrom noon on.\n`
      const publish = (options: Record<string, string>, args = ['news', 'work-on-sunday']) =>
        admin.act(cookies.sue, 'content write', args, { ...options, ...why })
      const titleIn = async (lang: string) => {
        await server.clock.advance(2_000)
        return (await server.ok(listNews, { kind: 'news', lang })).articles.find(
          ({ slug }) => slug === 'work-on-sunday',
        )?.title
      }
      const all = Object.fromEntries(langs.map((lang) => [lang, article(`On Sunday, ${lang}`)]))
      const { jp, ...others } = all
      expect(await publish(others)).toMatchObject({
        status: 422,
        body: {
          error: expect.stringMatching(/^nothing was published: news\/work-on-sunday: it is not there in jp, and/),
        },
      })
      expect(await publish({ ...all, vn: article('').replace('04', '99') })).toMatchObject({
        body: { error: expect.stringMatching(/^nothing was published: vn\/news\/work-on-sunday\.md: /) },
      })
      expect((await publish(all, ['../etc', 'x'])).status).toBe(422)
      expect(await titleIn('en')).toBeUndefined()
      expect((await publish(all)).body.rows).toHaveLength(9)
      expect([await titleIn('jp'), await titleIn('vn')]).toEqual(['On Sunday, jp', 'On Sunday, vn'])
      // An existing article is corrected in one language, from its current text.
      const { body: written } = await admin.act(cookies.sue, 'content show', ['news', 'work-on-sunday'])
      expect(written.rows).toContainEqual({ language: 'ko', text: all.ko?.trimEnd() })
      expect(await publish({ ko: article('Sunday') })).toMatchObject({ status: 200 })
      expect([await titleIn('ko'), await titleIn('jp')]).toEqual(['Sunday', 'On Sunday, jp'])
      const { body } = await admin.act(cookies.sue, 'content list')
      expect(body.takes).toContainEqual(['news', 'work-on-sunday'])
      expect((await admin.act(cookies.sue, 'content retract', ['news', 'work-on-sunday'], why)).status).toBe(200)
      expect(await titleIn('en')).toBeUndefined()
    })

    it('accepts an article of 40,000 characters in nine languages', async () => {
      const long = `---\ntitle: Long\nsummary: Long.\ndate: 2026-01-04\n---\n\n${'字'.repeat(40_000)}\n`
      const all = Object.fromEntries(langs.map((lang) => [lang, long]))
      expect((await admin.act(cookies.sue, 'content write', ['news', 'long'], { ...all, ...why })).status).toBe(200)
    })

    it('shows the platform’s figures: users’ balances equal the deficit of its own accounts', async () => {
      const values = async (name: string) => rowsOf(await admin.act(cookies.ada, `figures ${name}`))
      const people = (await values('people')).find(({ currency }) => currency === 'USDT')
      const own = (await values('accounts')).filter(({ currency }) => currency === 'USDT')
      const sum = (rows: Rows, name: string) => rows.reduce((all, row) => all + Math.round(Number(row[name]) * 1e6), 0)
      expect(own.map(({ account }) => account)).toContain('issuance')
      expect(Number(people?.people)).toBeGreaterThan(0)
      expect(sum(people ? [people] : [], 'together') + sum(own, 'balance')).toBe(0)
      const [today] = await values('days')
      expect(sum(today ? [{ owed: String(today.owed).replace(' USDT', '') }] : [], 'owed')).toBe(
        sum(people ? [people] : [], 'together'),
      )
      const added = (await values('days')).reduce((all, row) => all + Number(row['new accounts']), 0)
      expect(added).toBeGreaterThanOrEqual(Number(people?.people))
      const { id } = await leaving()
      const unsettled = async () => (await values('orders')).find(({ kind }) => kind === 'withdrawal')
      const before = await unsettled()
      expect(before).toMatchObject({ due: 0, 'late, seconds': null })
      await admin.act(cookies.tom, 'withdrawal refuse', [id], why)
      expect((await unsettled())?.unsettled).toBe(Number(before?.unsettled) - 1)
    })

    it('requires a second person for money: proposed by one, executed once by another', async () => {
      const two = await openAdmin(server, { ADMIN_SECOND_PERSON: 'yes' })
      const { token, userId, id } = await leaving()
      const proposed = await two.act(cookies.tom, 'withdrawal approve', [id], why)
      expect(proposed).toMatchObject({ status: 200, body: { rows: [], proposed: expect.any(String) } })
      const proposal = String(proposed.body.proposed)
      expect(await newestAct()).toEqual({ who: 'tom', act: 'propose withdrawal approve', why: 'a test' })
      expect(await balance(token)).toBe('10000.000000')

      const queue = async (of: string) => {
        const { body } = await two.act(of, 'proposal list')
        const place = (body.rows as Rows).findIndex((row) => row.id === proposal)
        return place < 0 ? undefined : { ...(body.rows as Rows)[place], fits: (body.fits as string[][])[place] }
      }
      expect(await queue(cookies.tom)).toMatchObject({
        proposed: 'tom',
        asks: 'withdrawal approve',
        person: expect.stringContaining(userId),
        amount: '-1,000.000000 USDT',
        details: expect.stringMatching(new RegExp(`^fee: .*address: 0x.* · id: ${id}$`)),
        reason: 'a test',
        fits: ['proposal decline'],
      })
      expect(await queue(cookies.tess)).toMatchObject({ fits: ['proposal confirm', 'proposal decline'] })
      const own = await two.act(cookies.tom, 'proposal confirm', [proposal], why)
      expect(own).toMatchObject({
        status: 422,
        body: { error: 'another operator than its proposer must approve it' },
      })
      expect(await newestAct()).toEqual({
        ...{ who: 'tom', act: 'desk refused', why: 'another operator than its proposer must approve it' },
      })
      expect(await balance(token)).toBe('10000.000000')

      const both = await Promise.all(
        [1, 2].map(() => two.act(cookies.tess, 'proposal confirm', [proposal], { why: 'looked at' })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(await balance(token)).toBe('9000.000000')
      expect(await newestAct()).toEqual({ who: 'tom, with tess', act: 'withdrawal approve', why: 'a test' })
      expect(await queue(cookies.tess)).toBeUndefined()
      // Acts that do not concern money need one person.
      expect(
        (await two.act(cookies.tess, 'user note', [(await server.person()).userId], why)).body.proposed,
      ).toBeUndefined()
      await two.http.close()
    })

    it('shows the second person the server’s facts of an act, and the reason last, however it was written', async () => {
      const two = await openAdmin(server, { ADMIN_SECOND_PERSON: 'yes' })
      const { userId } = await server.person()
      const correct = (reason: string, amount = '500000.10') =>
        two.act(cookies.tom, 'wallet adjust', [userId, 'USDT'], { why: reason, take: amount })
      for (const [reason, error] of [
        [`small ${'\n'.repeat(60)}--add 5.00`, '--why must be one line'],
        ['small \u202e00.5 dda--', '--why contains invisible characters: type it instead of pasting it'],
        ['x'.repeat(501), '--why has at most 500 characters'],
      ] as const) {
        expect((await correct(reason)).body.error).toBe(error)
      }
      expect((await correct('ok', '5\u20660')).body.error).toMatch(/^--take contains invisible characters/)
      // Of before there was such a rule.
      const proposed = String((await correct('a refund')).body.proposed)
      const words = JSON.stringify({ args: [userId, 'USDT'], options: { why: 'a\n\u202erefund', take: '500000.10' } })
      await server.platform.db.updateTable('desk_proposals').set({ words }).where('id', '=', proposed).execute()
      const row = rowsOf(await two.act(cookies.tess, 'proposal list')).find(({ id }) => id === proposed)
      expect(Object.keys(row ?? {}).at(-1)).toBe('reason')
      expect(row).toMatchObject({
        asks: 'wallet adjust',
        person: expect.stringContaining(userId),
        amount: '-500,000.100000 USDT',
        details: `available now: 10000.000000 USDT · user: ${userId} · currency: USDT · take: 500000.10`,
        reason: 'a··refund',
      })
      const log = rowsOf(await two.act(cookies.ada, 'audit'))
      expect(log.find(({ act }) => act === 'propose wallet adjust')).toMatchObject({
        who: 'tom',
        amount: '-500,000.100000 USDT',
        details: expect.stringContaining(`proposal: ${proposed}`),
        reason: 'a refund',
      })
      await two.http.close()
    })

    it('executes no proposal that was declined, expired, or made without current permission; and reports why one failed', async () => {
      const two = await openAdmin(server, { ADMIN_SECOND_PERSON: 'yes' })
      const { id, token } = await leaving()
      const propose = async (of: string) => String((await two.act(of, 'withdrawal approve', [id], why)).body.proposed)
      const agree = async (proposal: string) => {
        const { status, body } = await two.act(cookies.tess, 'proposal confirm', [proposal], why)
        return status === 200 ? 'done' : body.error
      }
      const declined = await propose(cookies.tom)
      expect((await two.act(cookies.tom, 'proposal decline', [declined], why)).status).toBe(200)
      expect(await agree(declined)).toBe('there is no such pending proposal')

      await manage(server, 'desk add', ['una', 'treasurer'])
      const gone = await propose(await two.signIn('una'))
      await manage(server, 'desk roles', ['una', 'support'])
      expect(await agree(gone)).toBe('una is not allowed to do that in the admin console')

      const [first, second] = [await propose(cookies.tom), await propose(cookies.tom)]
      expect(await agree(first)).toBe('done')
      expect(await agree(second)).toBe('there is no such withdrawal to approve')
      const state = server.platform.db
        .selectFrom('desk_proposals')
        .select(['state', 'outcome'])
        .where('id', '=', second)
      expect(await state.executeTakeFirst()).toEqual({
        state: 'failed',
        outcome: 'there is no such withdrawal to approve',
      })

      const { id: other } = await leaving()
      const old = String((await two.act(cookies.tom, 'withdrawal approve', [other], why)).body.proposed)
      server.clock.jump(24 * 3_600_000)
      cookies.tess = await two.signIn('tess')
      expect(await agree(old)).toBe('the proposal is more than a day old: propose it again')
      expect(await balance(token)).toBe('9000.000000')
      await two.http.close()
    })
  },
  { env: WAITS },
)
