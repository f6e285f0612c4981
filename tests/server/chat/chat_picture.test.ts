import sharp from 'sharp'
import { expect, it } from 'vitest'
import { chatPicture, listChat, sendChat } from '../../../src/api/account/chat.ts'
import { uploadPhoto } from '../../../src/api/account/uploads.ts'
import { CHAT_KEPT_DAYS } from '../../../src/rules/account/chat.ts'
import { describeServer } from '../harness.ts'
import { photo } from '../kyc/support.ts'
import { clientId, signedInAgain, write } from './support.ts'

describeServer.onSqlite('chat/picture', (server) => {
  it('serves a picture to its sender only', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const { id } = await server.ok(uploadPhoto, { purpose: 'supportPicture', file: await photo() }, ann.token)
    await server.ok(sendChat, { clientId: clientId(), text: 'Look', picture: id }, ann.token)
    await write(server, bob.token, 'Hello')
    const { picture } = await server.ok(chatPicture, { seq: 1 }, ann.token)
    const [head, body = ''] = picture.split(',')
    expect(head).toBe('data:image/jpeg;base64')
    expect(await sharp(Buffer.from(body, 'base64')).metadata()).toMatchObject({ width: 640, format: 'jpeg' })
    for (const token of [bob.token, (await server.person()).token]) {
      expect(await server.call(chatPicture, { seq: 1 }, token)).toMatchObject({ http: 404, key: 'dataNotFound' })
    }
    expect(await server.call(chatPicture, { seq: 2 }, ann.token)).toMatchObject({ http: 404, key: 'dataNotFound' })
    expect(await server.call(chatPicture, { seq: 1 })).toMatchObject({ type: 999 })
  })

  it('is deleted with its message after retention, and numbering continues', async () => {
    const { userId, token: first } = await server.person()
    const { id } = await server.ok(uploadPhoto, { purpose: 'supportPicture', file: await photo() }, first)
    const upload = await server.platform.db
      .selectFrom('uploads')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await server.ok(sendChat, { clientId: clientId(), text: '', picture: id }, first)
    server.clock.jump((CHAT_KEPT_DAYS - 1) * 86_400_000)
    const token = await signedInAgain(server, userId)
    await write(server, token, 'Still here')
    server.clock.jump(86_400_000)
    await server.clock.advance(1_000)
    expect((await server.ok(listChat, {}, token)).messages.map(({ seq }) => seq)).toEqual([2])
    expect(await server.platform.store.get(upload.name)).toBeUndefined()
    expect(await server.call(chatPicture, { seq: 1 }, token)).toMatchObject({ key: 'dataNotFound' })
    expect(await write(server, token, 'And on')).toMatchObject({ seq: 3 })
  })
})
