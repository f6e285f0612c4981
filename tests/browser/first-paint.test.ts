import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

test('the built app holds nothing of the inspector of machines', () => {
  const assets = join(import.meta.dirname, '..', '..', 'dist', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  const told = scripts.map((name) => name + readFileSync(join(assets, name), 'utf8'))
  const telling = told.filter((script) => /^inspect|stately/i.test(script))
  expect(telling.map((script) => script.slice(0, 40))).toEqual([])
})

const paper = { light: 'rgb(246, 244, 239)', dark: 'rgb(14, 17, 20)' }

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'light' })

  for (const [look, theme] of [
    ['dark', 'dark'],
    ['dark.swap', 'dark'],
    ['light', 'light'],
    ['system', 'light'],
  ] as const) {
    test(`the page is ${theme} where the cookie says ${look} and the system light`, async ({
      page,
      context,
      server,
    }) => {
      await context.addCookies([{ name: 'look', value: look, url: server.url }])
      await page.goto('/')
      const background = page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor)
      expect(await background).toBe(paper[theme])
    })
  }
})
