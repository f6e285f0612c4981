import { expect, it } from 'vitest'
import { newsDetail } from '../../../src/api/account/news.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite(
  'news/detail',
  (server) => {
    it('returns one article as data, without a token, with figures from the settings', async () => {
      const article = await server.ok(newsDetail, { slug: 'welcome' })
      expect(article).toMatchObject({
        kind: 'news',
        slug: 'welcome',
        pinned: true,
        version: null,
        picture: { name: 'paper', alt: expect.any(String) },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(article.body[0]).toMatchObject({
        type: 'paragraph',
        words: [{ text: expect.stringContaining('5,000 USDT') }],
      })
    })

    it('returns a document’s version, and a hash per language', async () => {
      const read = (lang: string) => server.ok(newsDetail, { kind: 'legal', slug: 'terms', lang })
      const [english, chinese] = [await read('en'), await read('zh')]
      expect([english.version, chinese.version]).toEqual([2, 2])
      expect(chinese.lang).toBe('zh')
      expect(chinese.hash).not.toBe(english.hash)
      expect(await read('en')).toEqual(english)
    })

    it.each([
      [{ slug: 'nothing' }, { http: 404, key: 'dataNotFound' }],
      // It is of another kind.
      [{ slug: 'terms' }, { http: 404, key: 'dataNotFound' }],
      [{ slug: '../../package' }, { http: 422, key: 'parameterError' }],
      [{}, { http: 422 }],
    ])('refuses %j', async (input, answer) => {
      expect(await server.call(newsDetail, input)).toMatchObject(answer)
    })
  },
  { env: { PAPER_BALANCE: '5000' } },
)
