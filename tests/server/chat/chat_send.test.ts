import { expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { listChat, sendChat } from '../../../src/api/account/chat.ts'
import { exportData } from '../../../src/api/account/export.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { CHAT_TEXT_MAX } from '../../../src/rules/account/chat.ts'
import { describeServer } from '../harness.ts'
import { photo } from '../kyc/support.ts'
import { greeted, listen } from '../platform/device.ts'
import { PASSWORD, registered } from '../security/support.ts'
import { clientId, write } from './support.ts'

describeServer.onSqlite('chat/send', (server) => {
  const all = async (token: string) => (await server.ok(listChat, { limit: 100 }, token)).messages

  it('accepts a message once, however often it is sent, also concurrently', async () => {
    const { token } = await server.person()
    const message = { clientId: clientId(), text: 'Where is my deposit?' }
    const answers = await Promise.all([1, 2, 3].map(() => server.ok(sendChat, message, token)))
    expect(new Set(answers.map((each) => JSON.stringify(each.message)))).toHaveLength(1)
    await write(server, token, 'And my bonus?')
    expect((await server.ok(sendChat, message, token)).message).toEqual(answers[0]?.message)
    expect((await all(token)).map(({ seq, text, by }) => [seq, text, by])).toEqual([
      [1, 'Where is my deposit?', 'user'],
      [2, 'And my bonus?', 'user'],
    ])
    expect(await server.call(sendChat, { ...message, text: 'Something else' }, token)).toMatchObject({
      http: 409,
      key: 'requestReused',
    })
  })

  it('numbers concurrent messages one by one', async () => {
    const { token } = await server.person()
    const texts = Array.from({ length: 12 }, (_, index) => `word ${index}`)
    const sent = await Promise.all(texts.map((text) => write(server, token, text)))
    expect(sent.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(texts.map((_, index) => index + 1))
    expect((await all(token)).map(({ text }) => text).sort()).toEqual(texts.toSorted())
  })

  it('keeps markup and unusual characters as text, and refuses an invalid message', async () => {
    const { token } = await server.person()
    const odd = '<b>x</b> [a](javascript:1) \n{{t}} $1'
    expect(await write(server, token, odd)).toMatchObject({ text: odd.trim() })
    const refused = async (input: Record<string, unknown>) =>
      (await server.call(sendChat, { clientId: clientId(), ...input }, token)) as { key?: string }
    expect(await refused({ text: ' \n ' })).toMatchObject({ http: 422, key: 'textRequired' })
    for (const input of [
      { text: 'x'.repeat(CHAT_TEXT_MAX + 1) },
      { text: 'nothing\0' },
      { text: 'reordered\u202e' },
      { text: ['a'] },
      { text: 'a', clientId: 'short' },
      { text: 'a', clientId: `${clientId()}'--` },
      { text: 'a', picture: '../x' },
    ]) {
      expect(await refused(input), JSON.stringify(input).slice(0, 60)).toMatchObject({
        http: 422,
        key: 'parameterError',
      })
    }
    expect(await all(token)).toHaveLength(1)
    expect(await server.call(sendChat, { clientId: clientId(), text: 'a' })).toMatchObject({ type: 999 })
  })

  it('accepts the user’s own picture, for this purpose and once', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const upload = async (purpose: string, token = ann.token) =>
      (await server.ok(uploadPhoto, { purpose, file: await photo() }, token)).id
    const picture = await upload('supportPicture')
    const send = (id: string, token = ann.token) =>
      server.call(sendChat, { clientId: clientId(), text: '', picture: id }, token)
    expect(await send(picture, bob.token)).toMatchObject({ http: 404, key: 'dataNotFound' })
    expect(await send(await upload('identityFront'))).toMatchObject({ key: 'dataNotFound' })
    expect(await send(picture)).toMatchObject({ message: { message: { text: '', picture: true } } })
    expect(await send(picture)).toMatchObject({ key: 'dataNotFound' })
    expect(await all(bob.token)).toEqual([])
  })

  it('notifies the user’s other devices, with a number that reveals missed messages', async () => {
    const { token } = await server.person()
    const device = await greeted(await listen(server.app.http), token)
    await write(server, token, 'one')
    await write(server, token, 'two')
    const told = [await device.next('account'), await device.next('account')]
    expect(told.map(({ event }) => [event.kind, event.body])).toMatchObject([
      ['chat', { newest: 1, seen: 0 }],
      ['chat', { newest: 2, seen: 0 }],
    ])
    expect(JSON.stringify(device.frames)).not.toMatch(/one|two/)
    expect(await server.ok(listChat, { after: 1 }, token)).toMatchObject({ messages: [{ seq: 2 }], more: false })
    await device.close()
  })

  it('accepts messages from a locked account', async () => {
    const { userId, token } = await server.person()
    await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
    expect(await write(server, token, 'Why?')).toMatchObject({ seq: 1 })
    await commit(server.platform, (unit) => setStatus(unit, userId, 'frozen'))
    expect(await server.call(sendChat, { clientId: clientId(), text: 'a' }, token)).toMatchObject({
      key: 'accountFrozen',
    })
  })

  it('is in the data export', async () => {
    const token = await registered(server, 'chatter')
    await write(server, token, 'Keep this')
    const { chat } = await server.ok(exportData, { proof: { password: PASSWORD } }, token)
    expect(chat).toMatchObject([{ seq: 1, by: 'user', text: 'Keep this' }])
  })
})

describeServer.onSqlite(
  'chat/send, with its real limits',
  (server) => {
    it('limits a flood, and accepts a refused message later, once', async () => {
      const [ann, bob] = [await server.person(), await server.person()]
      const messages = Array.from({ length: 25 }, () => ({ clientId: clientId(), text: 'Hello?' }))
      const answers: Awaited<ReturnType<typeof server.call>>[] = []
      for (const message of messages) answers.push(await server.call(sendChat, message, ann.token))
      expect(answers.map(({ type }) => type)).toEqual([...Array(20).fill('ok'), ...Array(5).fill('error')])
      expect(answers.at(-1)).toMatchObject({ http: 429, key: 'tooManyRequests', params: { seconds: '60' } })
      expect(await write(server, bob.token, 'Hello')).toMatchObject({ seq: 1 })
      server.clock.jump(60_000)
      for (const message of messages.slice(-6)) await server.ok(sendChat, message, ann.token)
      expect((await server.ok(listChat, {}, ann.token)).marks.newest).toBe(25)
    })
  },
  { generosity: 1 },
)
