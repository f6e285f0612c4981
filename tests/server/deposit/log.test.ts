import { expect, it } from 'vitest'
import { log } from '../../../src/api/money/deposit.ts'
import { describeServer } from '../harness.ts'
import { announce, SECRET, say, wordOf } from './support.ts'

describeServer.onSqlite(
  'chargelist/log',
  (server) => {
    it('lists the user’s own deposits, newest first, in pages and by status', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      const all = []
      for (const amount of ['100', '200', '300']) all.unshift(await announce(server, token, { amount }))
      expect(await server.ok(log, {}, token)).toEqual(all)
      expect(await server.ok(log, { limit: 2 }, token)).toEqual(all.slice(0, 2))
      expect(await server.ok(log, { limit: 2, before: all[1]?.id }, token)).toEqual(all.slice(2))
      if (all[0]) await say(server, wordOf(all[0]))
      const ids = async (status: number) => (await server.ok(log, { status }, token)).map(({ id }) => id)
      expect(await ids(1)).toEqual([all[0]?.id])
      expect(await ids(0)).toEqual([all[1]?.id, all[2]?.id])
      expect(await ids(3)).toEqual([])
      const one = { id: all[1]?.id ?? '' }
      expect((await server.ok(log, one, token)).map(({ id }) => id)).toEqual([one.id])
      expect(await server.ok(log, one, stranger.token)).toEqual([])
      expect(await server.ok(log, {}, stranger.token)).toEqual([])
      expect(await server.call(log, { status: 4 }, token)).toMatchObject({ http: 422, key: 'parameterError' })
    })
  },
  { env: { PROVIDER_SECRET: SECRET } },
)
