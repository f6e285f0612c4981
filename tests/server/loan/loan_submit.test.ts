import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { actsOf } from '../../../server/audit/module.ts'
import { documentWork } from '../../../server/loan/documents.ts'
import { newsDetail } from '../../../src/api/account/news.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { messages } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/money/loan.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { DAILY_LIMIT } from '../../../src/rules/deposit/deposit.ts'
import { LOAN_DOCUMENT_DAYS, loanLimits } from '../../../src/rules/loan/loan.ts'
import { loanOf } from '../../models/kit/loans.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { photo } from '../kyc/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { knownByName } from '../withdrawal/support.ts'
import {
  borrow,
  documents,
  interestOf,
  MINUTE_DAYS,
  MOST,
  now,
  operate,
  review,
  submit,
  untilDay,
  usdt,
  wanted,
  wire,
} from './support.ts'

const LEAST = loanLimits.min
const [LESS, MORE] = [wire(usdt(LEAST) - 1n), wire(usdt(MOST) + 1n)]

const saboteur = createSaboteur()

describeServer(
  'lh/loan/submit as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.submit,
      input: async (_, token, change = {}) => wanted(server, token, change),
      other: { amount: '1001' },
      // One application under review at a time.
      most: { change: {}, count: 1, refusal: 'alreadyApplied' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer(
  'lh/loan/submit that is wrong',
  (server) => {
    it.each([
      [{ amount: '0' }, { key: 'wrongAmount' }],
      [{ amount: LESS }, { key: 'belowMinimum', params: { limit: LEAST, currency: 'USDT' } }],
      [{ amount: MORE }, { key: 'aboveMaximum', params: { limit: MOST, currency: 'USDT' } }],
      [{ days: 8 }, { key: 'wrongCycle' }],
      [{ agreement: '0'.repeat(64) }, { key: 'agreementRequired' }],
      [{ house: 'a-photograph-of-nobody' }, { key: 'dataNotFound' }],
      [{ statement: undefined }, { key: 'missingParameters' }],
      [{ amount: '-1' }, { key: 'parameterError' }],
    ])('is refused with %o', async (change, answer) => {
      const { token } = await server.person()
      expect(await server.call(api.submit, await wanted(server, token, change), token)).toMatchObject(answer)
      expect(await server.ok(api.order, {}, token)).toEqual([])
    })
  },
  { databases: sqliteAlone },
)

describeServer.onSqlite('lh/loan/submit', (server) => {
  it('freezes the current terms, stores the consent with its text, and moves no money yet', async () => {
    const { token, userId } = await server.person()
    const input = await wanted(server, token)
    const { db } = server.platform
    const placed = await server.ok(api.submit, input, token)
    const article = await server.ok(newsDetail, { kind: 'legal', slug: 'loans' })
    const agreement = { version: article.version ?? 0, hash: article.hash }
    expect(placed).toEqual(loanOf(placed.id, { agreement, appliedAt: server.clock.now() }))
    expect((await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).balance).toBe('10000.000000')
    const kept = await db.selectFrom('agreements').selectAll().where('user_id', '=', userId).execute()
    expect(kept.filter(({ slug }) => slug === 'loans')).toMatchObject([
      { version: BigInt(article.version ?? 0), hash: article.hash },
    ])
    const text = await db.selectFrom('agreed_texts').select('text').where('hash', '=', article.hash).executeTakeFirst()
    expect(JSON.parse(text?.text ?? '{}').title).toBe(article.title)
  })

  it('accepts only the user’s own photographs, each for its purpose, once, and stores them encrypted', async () => {
    const { token, userId } = await server.person()
    const sent = await documents(server, userId)
    const stranger = await server.person()
    const theirs = await documents(server, stranger.userId)
    const ask = async (change: Record<string, unknown>) =>
      server.call(api.submit, await wanted(server, token, change), token)
    expect(await ask({ ...sent, house: theirs.house })).toMatchObject({ key: 'dataNotFound' })
    expect(await ask({ ...sent, house: sent.income })).toMatchObject({ key: 'dataNotFound' })
    const file = await photo()
    const { id: house } = await server.ok(uploadPhoto, { purpose: 'loanHouse', file }, token)
    const { name } = await server.platform.db
      .selectFrom('uploads')
      .select('name')
      .where('id', '=', house)
      .executeTakeFirstOrThrow()
    const opened = Buffer.from((await server.platform.store.get(name)) ?? [])
    expect((await sharp(opened).metadata()).format).toBe('jpeg')
    expect(await ask({ ...sent, house })).toMatchObject({ type: 'ok' })
    await operate(server, 'loan refuse', [(await server.ok(api.order, {}, token))[0]?.id ?? ''], { why: 'Not legible' })
    expect(await ask({ ...(await documents(server, userId)), house })).toMatchObject({ key: 'dataNotFound' })
  })

  it('requires a verified and unlocked account', async () => {
    const { token, userId } = await server.person()
    const input = await wanted(server, token)
    const { db } = server.platform
    await db.deleteFrom('kyc').where('user_id', '=', userId).execute()
    expect(await server.call(api.submit, input, token)).toMatchObject({ key: 'verifyNameFirst' })
    expect(await server.ok(api.config, {}, token)).toMatchObject({ refusal: 'verifyNameFirst' })
    await knownByName(server, userId)
    const become = (status: 'locked' | 'frozen') =>
      db.updateTable('users').set({ status }).where('id', '=', userId).execute()
    await become('locked')
    expect(await server.call(api.submit, input, token)).toMatchObject({ key: 'accountLocked' })
    await become('frozen')
    expect(await server.call(api.submit, input, token)).toMatchObject({ key: 'accountFrozen' })
  })

  it('counts towards the daily limit of paper money, unless rejected', async () => {
    const { token } = await server.person()
    const second = String(Number(MOST) - 1_000)
    await borrow(server, token, { amount: MOST, days: 90 })
    await borrow(server, token, { amount: second, days: 90 })
    const left = wire(usdt(DAILY_LIMIT) - usdt(MOST) - usdt(second))
    const above = await server.call(api.submit, await wanted(server, token, { amount: wire(usdt(left) + 1n) }), token)
    expect(above).toMatchObject({ key: 'loanLimitReached', params: { limit: left } })
    const { id } = await submit(server, token, { amount: left })
    expect(await server.ok(api.config, {}, token)).toMatchObject({ left: '0.000000', refusal: 'alreadyApplied' })
    await operate(server, 'loan refuse', [id], { why: 'No income' })
    expect(await server.ok(api.config, {}, token)).toMatchObject({ left, refusal: null })
    server.clock.jump(86_400_000)
    expect(await server.ok(api.config, {}, token)).toMatchObject({ left: wire(usdt(DAILY_LIMIT)) })
  })
})

describeServer.onSqlite(
  'an application for a loan',
  (server) => {
    it('waits for the automatic review, which pays nothing to a locked account', async () => {
      const { token, userId } = await server.person()
      const { id } = await submit(server, token)
      const { db } = server.platform
      await db.updateTable('users').set({ status: 'locked' }).where('id', '=', userId).execute()
      await review(server)
      expect(await now(server, token, id)).toMatchObject({ state: 'pendingReview' })
      await db.updateTable('users').set({ status: 'active' }).where('id', '=', userId).execute()
      await server.clock.advance(2_000)
      expect(await now(server, token, id)).toMatchObject({
        ...{ state: 'paidOut', status: 1, unpaid: wire(usdt('1000') + interestOf(usdt('1000'), 1)) },
      })
      const { messages: told } = await server.ok(messages, {}, token)
      const total = wire(usdt('1000') + interestOf(usdt('1000'), 7))
      expect(told[0]).toMatchObject({
        key: 'loanPaidOut',
        params: { amount: '1000.00', total: total.replace(/0{1,4}$/, ''), days: '7', currency: 'USDT' },
      })
    })

    it('is decided once by an operator, who may view its photographs, with a reason in the audit log', async () => {
      const { token, userId } = await server.person()
      const files = await Promise.all([photo(), photo()])
      const upload = async (purpose: string, file: Buffer) =>
        (await server.ok(uploadPhoto, { purpose, file }, token)).id
      const own = {
        house: await upload('loanHouse', files[0]),
        income: await upload('loanIncome', files[1]),
        statement: await upload('loanStatement', await photo()),
        identity: await upload('loanIdentity', await photo()),
      }
      const { id } = await submit(server, token, own)
      expect(await operate(server, 'loan list', [])).toContainEqual(
        expect.objectContaining({ id, state: 'pendingReview' }),
      )
      const folder = newFolder()
      await operate(server, 'loan show', [id], { save: folder })
      expect(readdirSync(folder).map((name) => name.replace(`${id}-`, ''))).toEqual([
        'loanHouse.jpg',
        'loanIdentity.jpg',
        'loanIncome.jpg',
        'loanStatement.jpg',
      ])
      expect((await sharp(readFileSync(join(folder, `${id}-loanHouse.jpg`))).metadata()).format).toBe('jpeg')
      await operate(server, 'loan approve', [id], { why: 'All is well' })
      expect(await now(server, token, id)).toMatchObject({ state: 'paidOut' })
      await expect(operate(server, 'loan refuse', [id], { why: 'Too late' })).rejects.toThrow('there is no such loan')
      const second = await submit(server, token)
      await operate(server, 'loan refuse', [second.id], { why: 'No income' })
      expect(await now(server, token, second.id)).toMatchObject({ state: 'refused', status: 3, reason: 'No income' })
      const acts = await actsOf(server.platform.db, userId, 10)
      expect(acts.map(({ act, why }) => `${act}: ${why}`)).toEqual([
        'loan refuse: No income',
        'loan approve: All is well',
        'loan show: looked at',
      ])
      const { messages: told } = await server.ok(messages, {}, token)
      expect(told[0]).toMatchObject({ key: 'loanRefused', params: { reason: 'No income' } })
      expect(await server.ledger()).toEqual([])
    })

    it('is refused while a loan is overdue, from its due date on', async () => {
      const { token } = await server.person()
      const loan = await borrow(server, token)
      const again = await wanted(server, token)
      server.clock.jump((loan.dueAt ?? 0) - server.clock.now() - 1)
      expect(await server.ok(api.config, {}, token)).toMatchObject({ refusal: null })
      server.clock.jump(1)
      expect(await server.call(api.submit, again, token)).toMatchObject({ key: 'loanOverdue' })
      expect(await server.ok(api.config, {}, token)).toMatchObject({ refusal: 'loanOverdue' })
    })

    it('leaves its photographs for some days after its end, and no longer', async () => {
      const { token, userId } = await server.person()
      const { id } = await submit(server, token)
      await operate(server, 'loan refuse', [id], { why: 'No income' })
      const photographs = () =>
        server.platform.db.selectFrom('uploads').select('id').where('user_id', '=', userId).execute()
      server.clock.jump(LOAN_DOCUMENT_DAYS * 86_400_000 - 10_000)
      await server.clock.advance(5_000)
      expect(await photographs()).toHaveLength(4)
      await server.clock.advance(120_000)
      expect(await photographs()).toHaveLength(0)
      // A removed one is kept and blocks nothing.
      expect(await documentWork(server.platform).run(() => false)).toBe(0)
    })

    it('is disbursed after an outage without interest for the time before', async () => {
      const { token } = await server.person()
      const { id } = await submit(server, token)
      server.clock.jump(3 * 86_400_000)
      await server.clock.advance(2_000)
      const loan = await now(server, token, id)
      expect(loan).toMatchObject({ state: 'paidOut', daysCounted: 1, interestOwed: wire(interestOf(usdt('1000'), 1)) })
      await untilDay(server, loan, 2)
      expect((await now(server, token, id)).interestOwed).toBe(wire(interestOf(usdt('1000'), 2)))
    })
  },
  { env: MINUTE_DAYS },
)
