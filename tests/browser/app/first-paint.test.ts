import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../kit/fixtures.ts'

test('first paint: the built app holds nothing of the inspector of machines', () => {
  const assets = join(import.meta.dirname, '..', '..', '..', 'dist', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  const told = scripts.map((name) => name + readFileSync(join(assets, name), 'utf8'))
  const telling = told.filter((script) => /^inspect|stately/i.test(script))
  expect(telling.map((script) => script.slice(0, 40))).toEqual([])
})

const paper = { light: 'rgb(246, 244, 239)', dark: 'rgb(14, 17, 20)' }

test.describe('first paint: before any script has run', () => {
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

  for (const width of [390, 820]) {
    test(`nothing of the page moves as the rest of it comes, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/')
      await expect(page.locator('.shell-tabs > *')).toHaveCount(6)
      // Piece by piece from its end: as it stands where the browser paints before all of it has come.
      const moved = await page.locator('.shell').evaluate((shell) => {
        const pieces = [
          ...shell.querySelectorAll(
            '.shell-header, .shell-page > *, .shell-tabs, .shell-tabs > *, .shell-tabs > * > *',
          ),
        ]
        const boxOf = (piece: Element) => {
          const { x, y, width } = piece.getBoundingClientRect()
          return `${piece.className || piece.tagName} at ${x},${y}, ${width} wide`
        }
        const whole = pieces.map(boxOf)
        return pieces.toReversed().flatMap((last) => {
          last.remove()
          return pieces
            .filter((piece) => piece.isConnected)
            .map(boxOf)
            .filter((box, at) => box !== whole[at])
        })
      })
      expect(moved).toEqual([])
    })
  }

  test('the page shows prices, dimmed and dated', async ({ page }) => {
    await page.goto('/')
    const prices = page.locator('.shell-row > [data-fresh="false"]')
    await expect(prices).toHaveCount(5)
    await expect(prices.first()).toHaveText(/^\d+\.\d+$/)
    await expect(page.locator('.shell-row').first()).toContainText('BTC')
    await expect(page.locator('.shell-time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    const [price, words] = await page
      .locator('.shell-row > *, .shell-header')
      .evaluateAll((all) => [all[2], all[0]].map((each) => each && getComputedStyle(each).color))
    expect(price).not.toBe(words)
  })
})

test('first paint: the prices that the page came with are shown at once, stale, and proven by the stream', async ({
  page,
  context,
}) => {
  // Neither calls nor the socket answer: nothing but the page can have brought a price.
  await context.route('**/api/**', () => {})
  await context.routeWebSocket('**/api/socket', () => {})
  await page.goto('/')
  const first = page.getByRole('main').getByRole('listitem').first()
  await expect(first.locator('[data-fresh="false"]').first()).toHaveText(/^[\d,]+\.\d\d$/)
  await expect(page.getByText(/^Last known prices: \d{4}-/)).toBeVisible()
  await expect(page.locator('[data-fresh="true"]')).toHaveCount(0)

  await context.unrouteAll()
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('main').locator('[data-fresh="true"]').first()).toHaveText(/\d/)
  await expect(other.getByText(/^Last known prices/)).toHaveCount(0)
})
