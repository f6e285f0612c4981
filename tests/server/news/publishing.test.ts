import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '../../../server/operator/operate.ts'
import { listNews, newsDetail } from '../../../src/api/account/news.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { freshDatabase, sqliteFirst, type TestDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { endProcesses, freshFolder, type ServerProcess, startProcess } from '../platform/process.ts'

const termsIn = (lang: string) =>
  readFileSync(join(import.meta.dirname, `../../../content/${lang}/legal/terms.md`), 'utf8')
const VERSION = Number(/^version: (\d+)$/m.exec(termsIn('en'))?.[1])

afterAll(() => endProcesses())

describeOn({ on: sqliteFirst }, 'publishing next to a running server', (kind) => {
  let fresh: TestDatabase
  let settings: Record<string, string>
  let server: ServerProcess
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    settings = {
      DATA_DIR: freshFolder(),
      LOG_LEVEL: 'silent',
      ...(kind === 'postgres' && { DATABASE_URL: fresh.url }),
    }
    server = startProcess(settings)
    await server.url
  })
  afterAll(async () => {
    await server.kill('SIGTERM')
    await fresh.database.close()
    await fresh.drop()
  })

  const operator = (...words: string[]) =>
    operate(words, settings).then(
      (out) => ({ out, error: '' }),
      (error: Error) => ({ out: '', error: error.message }),
    )
  const why = ['--why', 'a test', '--as', 'ann']

  /** A folder with one English article, the fallback for all languages. */
  async function folderWith(body: string, more = ''): Promise<string> {
    const folder = freshFolder()
    const path = join(folder, 'en/news/outage.md')
    await mkdir(dirname(path), { recursive: true })
    const others = langs.filter((lang) => lang !== 'en')
    await writeFile(
      path,
      `---\ntitle: Work on the server\nsummary: For an hour.\ndate: 2020-01-01\nstandsInFor: [${others}]\n${more}---\n${body}\n`,
    )
    return folder
  }
  const slugs = async () => (await server.ok(listNews, {})).articles.map(({ slug }) => slug)

  it('appears on a running server, in every language, and in the audit log', async () => {
    expect(await slugs()).not.toContain('outage')
    const { out } = await operator('content', 'publish', await folderWith('It *rests*.'), ...why)
    expect(out).toMatch(/en\/news\/outage\.md/)
    await expect.poll(slugs).toContain('outage')
    expect(await server.ok(newsDetail, { slug: 'outage', lang: 'ko' })).toMatchObject({
      lang: 'en',
      title: 'Work on the server',
      body: [{ type: 'paragraph', words: [{ text: 'It ' }, { text: 'rests', em: true }, { text: '.' }] }],
    })
    const acts = JSON.parse((await operator('audit', '--json')).out)
    expect(acts).toMatchObject([{ who: 'ann', act: 'content publish', user: null, reason: 'a test' }])
    const listed = JSON.parse((await operator('content', 'list', '--json')).out) as { article: string }[]
    expect(listed).toContainEqual(expect.objectContaining({ article: 'news/outage', from: 'published', shown: 'yes' }))
    expect(listed).toContainEqual(expect.objectContaining({ article: 'legal/terms', from: 'server', version: VERSION }))
  })

  it('replaces an article with the next edition, and retracts it', async () => {
    await operator('content', 'publish', await folderWith('It rests.', 'draft: true\n'), ...why)
    await expect.poll(slugs).not.toContain('outage')
    await operator('content', 'publish', await folderWith('It is back.'), ...why)
    await expect.poll(slugs).toContain('outage')
    expect(await operator('content', 'retract', 'news', 'outage', ...why)).toMatchObject({ error: '' })
    await expect.poll(slugs).not.toContain('outage')
  })

  it('refuses to retract an article that another one links to, and names that one', async () => {
    const take = (slug: string) => operator('content', 'retract', 'news', slug, ...why)
    const put = async (body: string) => operator('content', 'publish', await folderWith(body), ...why)
    expect((await take('receipts')).error).toContain('en/banner/receipts.md: a dead link: news/receipts')
    expect(await put('[Welcome](news/welcome)')).toMatchObject({ error: '' })
    expect((await take('welcome')).error).toBe('nothing was retracted: en/news/outage.md: a dead link: news/welcome')
    expect(await put('Well.')).toMatchObject({ error: '' })
    expect(await slugs()).toEqual(expect.arrayContaining(['receipts', 'welcome']))
    for (const slug of ['welcome', 'outage']) expect(await take(slug)).toMatchObject({ error: '' })
    await expect.poll(slugs).not.toContain('welcome')
    await expect.poll(slugs).not.toContain('outage')
  })

  it('replaces a banner, so that its target can be retracted', async () => {
    const banners = async () => (await server.ok(listNews, { kind: 'banner' })).articles.map(({ slug }) => slug)
    expect(await banners()).toContain('receipts')
    for (const kind of ['banner', 'news']) {
      expect(await operator('content', 'retract', kind, 'receipts', ...why)).toMatchObject({ error: '' })
    }
    await expect.poll(banners).not.toContain('receipts')
    await expect.poll(slugs).not.toContain('receipts')
    const others = langs.filter((lang) => lang !== 'en')
    const banner = `---\ntitle: Who you are\nsummary: It takes a minute.\ndate: 2020-01-01\nto: help/identity\nstandsInFor: [${others}]\n---\n`
    expect(await operator('content', 'write', 'banner', 'identity', `--en=${banner}`, ...why)).toMatchObject({
      error: '',
    })
    await expect.poll(banners).toContain('identity')
  })

  it('refuses a document with another text under the same version', async () => {
    const terms = (change: (text: string) => string) => langs.map((lang) => `--${lang}=${change(termsIn(lang))}`)
    const put = (change: (text: string) => string) =>
      operator('content', 'write', 'legal', 'terms', ...terms(change), ...why)
    const again = (text: string) => `${text}\n${text.split('\n').at(-2)}\n`
    expect((await put(again)).error).toMatch(
      /^nothing was published: .*en\/legal\/terms\.md: its text is not that of version \d+, to which users agreed/,
    )
    // The part above it may change: it is not part of the accepted text.
    expect(await put((text) => text.replace('order: 1', 'order: 2'))).toMatchObject({ error: '' })
    const second = (text: string) => again(text).replace(`version: ${VERSION}`, `version: ${VERSION + 1}`)
    expect(await put(second)).toMatchObject({ error: '' })
    await expect
      .poll(async () => (await server.ok(newsDetail, { kind: 'legal', slug: 'terms' })).version)
      .toBe(VERSION + 1)
    expect((await put((text) => again(second(text)))).error).toMatch(`not that of version ${VERSION + 1}`)
  })

  it('publishes nothing from a folder with an error, and reports it', async () => {
    const bad = await folderWith('<img src=x onerror=alert(1)> [x](help/nothing)')
    const { error } = await operator('content', 'publish', bad, ...why)
    expect(error).toMatch(/^nothing was published: en\/news\/outage\.md: html has no place/)
    expect((await operator('content', 'check', bad)).out).toMatch(/html has no place/)
    expect((await operator('content', 'check', await folderWith('Well.'))).out).toBe('nothing')
    expect(await slugs()).not.toContain('outage')
  })

  it.each([
    [['content', 'publish', '/nowhere/at/all', ...why], /cannot be read/],
    [['content', 'publish', import.meta.dirname, ...why], /holds no article/],
    [['content', 'publish', import.meta.dirname], /--why is missing/],
    [['content', 'retract', 'news', 'nothing', ...why], /there is no article news\/nothing/],
    [['content', 'retract', 'secrets', 'terms', ...why], /there is no article secrets\/terms/],
  ])('refuses %j in one line', async (words, error) => {
    expect((await operator(...words)).error).toMatch(error)
  })
})
