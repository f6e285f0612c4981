import { expect, it } from 'vitest'
import { listNews, newsDetail } from '../../../src/api/account/news.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { describeServer, MONDAY_NOON } from '../harness.ts'

const DAY_MS = 86_400_000

describeServer.onSqlite('news/list', (server) => {
  it('lists the news without a token, pinned first, then newest', async () => {
    const { articles, more } = await server.ok(listNews)
    expect(articles.map(({ slug, pinned }) => [slug, pinned])).toEqual([
      ['welcome', true],
      ['help-centre', false],
      ['receipts', false],
    ])
    expect(more).toBe(false)
    expect(articles[0]).toMatchObject({ kind: 'news', lang: 'en', title: 'Quoin is open', version: null, text: '' })
  })

  it('goes on page by page', async () => {
    const first = await server.ok(listNews, { limit: 2 })
    expect(first.more).toBe(true)
    const next = await server.ok(listNews, { limit: 2, after: first.articles.at(-1)?.slug })
    expect(next).toMatchObject({ articles: [{ slug: 'receipts' }], more: false })
  })

  it('lists the guides in order, with their full text for a search', async () => {
    const { articles } = await server.ok(listNews, { kind: 'help', texts: '1' })
    expect(articles.map(({ slug }) => slug)).toEqual([
      'options',
      'arbitrage',
      'identity',
      'withdraw',
      'costs',
      'deposit',
      'loan',
      'swap',
      'contracts',
      'spot',
      'forex',
      'strategies',
      'savings',
      'referral',
      'security',
      'recovery',
    ])
    expect(articles.find(({ slug }) => slug === 'withdraw')?.synonyms).toContain('cash out')
    expect(articles[0]?.text).toContain('300 seconds')
    expect(articles[0]?.text).not.toMatch(/\{\{|\*\*|\]\(/)
  })

  it('lists banners in order, each with its picture and link', async () => {
    const { articles } = await server.ok(listNews, { kind: 'banner' })
    expect(articles.map(({ slug, to, picture }) => [slug, to, picture?.name])).toEqual([
      ['receipts', 'news/receipts', 'record'],
      ['plans', 'help/arbitrage', 'plan'],
      ['authenticator', '/pages/me/google', 'conditions'],
    ])
    expect(await server.call(newsDetail, { kind: 'banner' as 'news', slug: 'plans' })).toMatchObject({
      http: 422,
      key: 'parameterError',
    })
  })

  it.each(langs)('speaks %s', async (lang) => {
    const { articles } = await server.ok(listNews, { kind: 'legal', lang })
    expect(articles.map(({ slug, lang, version }) => [slug, lang, version])).toEqual([
      ['terms', lang, 2],
      ['loans', lang, 5],
      ['risks', lang, 4],
    ])
  })

  it.each([{ kind: 'secret' }, { limit: 0 }, { limit: 51 }, { after: '../x' }])('refuses %j', async (input) => {
    expect(await server.call(listNews, input)).toMatchObject({ http: 422, key: 'parameterError' })
  })
})

describeServer.onSqlite(
  'news/list, before its time',
  (server) => {
    it('hides articles until their date', async () => {
      const slugs = async () => (await server.ok(listNews)).articles.map(({ slug }) => slug)
      expect(await slugs()).toEqual(['welcome', 'receipts'])
      server.clock.jump(DAY_MS)
      expect(await slugs()).toEqual(['welcome', 'help-centre', 'receipts'])
    })
  },
  { start: MONDAY_NOON - 2 * DAY_MS },
)
