import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actsOf } from '../../../server/audit/module.ts'
import { listChat, sendChat } from '../../../src/api/account/chat.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { describeServer } from '../harness.ts'
import { photo } from '../kyc/support.ts'
import { freshFolder } from '../platform/process.ts'
import { answer, clientId, operate, write } from './support.ts'

describeServer.onSqlite('the operators of customer service', (server) => {
  it('lists waiting users, longest wait first, until an answer or the close', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const ids = async () => (await operate(server, 'chat list', [])).map(({ id }) => id)
    await write(server, ann.token, 'First')
    server.clock.jump(5_000)
    await write(server, bob.token, 'Second')
    server.clock.jump(5_000)
    await write(server, ann.token, 'Third')
    const [first, second] = await ids()
    const rows = await operate(server, 'chat list', [])
    expect(rows).toMatchObject([
      { account: 'active', unseen: 2, said: 'Third' },
      { unseen: 1, said: 'Second' },
    ])
    await answer(server, ann.userId, 'Good day.')
    expect(await ids()).toEqual([second])
    await operate(server, 'chat close', [String(second)], { why: 'nothing to say' })
    expect(await ids()).toEqual([])
    expect((await operate(server, 'chat list', [], { all: 'yes' })).map(({ id }) => id)).toEqual([first, second])
    await write(server, bob.token, 'I do not agree')
    expect(await ids()).toEqual([second])
    expect((await server.ok(listChat, {}, bob.token)).marks).toMatchObject({ newest: 2, closed: 1 })
    await write(server, bob.token, 'Long. '.repeat(30))
    expect((await operate(server, 'chat list', []))[0]?.said).toBe(`${'Long. '.repeat(13)}L…`)
  })

  it('shows a conversation with its pictures, answers it, and notes each act', async () => {
    const { token, userId } = await server.person()
    const { id } = await server.ok(uploadPhoto, { purpose: 'supportPicture', file: await photo() }, token)
    await server.ok(sendChat, { clientId: clientId(), text: 'Look', picture: id }, token)
    await answer(server, userId, '  I see it. ')
    const folder = freshFolder()
    const shown = await operate(server, 'chat show', [userId], { save: folder })
    expect(shown).toMatchObject([
      { number: 1, from: 'the user', text: 'Look', picture: expect.stringMatching(/-1\.jpg$/) },
      { number: 2, from: 'ann', text: 'I see it.', picture: null },
    ])
    const files = readdirSync(folder)
    expect(files.map((file) => readFileSync(`${folder}/${file}`).subarray(0, 2).toString('hex'))).toEqual(['ffd8'])
    const { messages } = await server.ok(listChat, {}, token)
    expect(messages[1]).toEqual({
      seq: 2,
      clientId: null,
      by: 'support',
      text: 'I see it.',
      picture: false,
      at: expect.any(Number),
    })
    const acts = await actsOf(server.platform.db, userId, 10)
    expect(acts.map(({ who, act }) => [who, act])).toEqual([
      ['ann', 'chat show'],
      ['ann', 'chat answer'],
    ])
  })

  it('refuses an empty or too long answer, and one to an unknown user', async () => {
    const { token, userId } = await server.person()
    await write(server, token, 'Hello')
    for (const text of [' ', 'x'.repeat(2_001)]) {
      await expect(answer(server, userId, text)).rejects.toThrow('--text is empty, or longer than 2000 characters')
    }
    const { userId: silent } = await server.person()
    for (const of of [silent, 'nobody']) {
      await expect(answer(server, of, 'Hello')).rejects.toThrow('there is no such conversation')
    }
    expect((await server.ok(listChat, {}, token)).marks).toMatchObject({ newest: 1, seen: 0 })
  })
})
