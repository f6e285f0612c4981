import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { agree, dueDocuments } from '../../../src/api/account/news.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'

test('news: a guide is found by a word in it, and leads on', async ({ page }) => {
  await open(page, '/pages/me/faq')
  await page.getByRole('searchbox', { name: 'Search guides' }).fill('cash out')
  const found = page.getByRole('list', { name: 'Guides' }).getByRole('link')
  await expect(found).toHaveCount(1)
  await expect(page.getByText('1 answer', { exact: true })).toBeVisible()
  // Nothing found: the topics remain.
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.getByText('No results for “zzz”')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Topics' }).getByRole('link').first()).toBeVisible()
  await page.getByRole('searchbox').fill('cash out')
  await found.click()
  await expect(page.getByRole('heading', { level: 2, name: 'How to withdraw' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'A short checklist: the requirements of a withdrawal.' })).toBeVisible()
  await page.getByText('Contents').click()
  await page.getByRole('button', { name: 'How it works' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'How it works' })).toBeFocused()
  await page.getByRole('link', { name: 'Verify your identity' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Verifying your identity' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'How to withdraw' })).toBeVisible()
})

test('news: the risk disclosure says first what each product can lose, by its rules', async ({ page }) => {
  await open(page, '/pages/news/dc')
  const rows = page.getByRole('list', { name: 'What you can lose' }).getByRole('listitem')
  await expect(rows).toHaveCount(8)
  await expect(rows.nth(0)).toHaveText('OptionsThe whole stakeOn average −4.00 to −7.50 per 100 staked, at even odds')
  await expect(rows.nth(1)).toContainText('At 20×, a move of about 4.5% against you liquidates the position.')
  await expect(rows.nth(5)).toContainText('Up to 1.83%–3.54% a day5% of days lose money. Ending early costs 1%.')
  await expect(rows.nth(7)).toContainText('11.68%–18.25% a year, late fees up to 10%')
  await expect(page.getByRole('main').getByText(/^Version \d+, in force from/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
})

test.describe('news: published', () => {
  // Everyone on a server must agree to what is published there.
  test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

  test('a new version of the terms is shown once it is published, and agreed to', async ({ page, quick }) => {
    const account = await createTrader(quick)
    // As when registering by the form.
    for (const { slug, hash } of await call(quick.url, dueDocuments, {}, account.token))
      await call(quick.url, agree, { slug, hash }, account.token)
    const folder = newFolder()
    for (const lang of langs) {
      await mkdir(join(folder, lang, 'legal'), { recursive: true })
      const text = await readFile(join(import.meta.dirname, `../../../content/${lang}/legal/terms.md`), 'utf8')
      await writeFile(join(folder, lang, 'legal/terms.md'), text.replace(/^version: .*$/m, 'version: 99'))
    }
    await quick.operator('content', 'publish', folder, '--why', 'a test', '--as', 'tester')
    const due = async () => (await call(quick.url, dueDocuments, {}, account.token)).map(({ slug }) => slug)
    await expect.poll(due).toEqual(['terms'])
    await keepToken(page, account)
    await page.goto('/')
    const sheet = page.getByRole('dialog', { name: 'The documents have changed' })
    await expect(sheet.getByRole('link', { name: 'Terms and Conditions' })).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Not now' }).click()
    await expect(sheet).toBeHidden()
    // On their next visit they agree.
    await page.reload()
    await sheet.getByRole('button', { name: 'I have read them and agree' }).click()
    await expect(sheet).toBeHidden()
    expect(await due()).toEqual([])
  })
})
