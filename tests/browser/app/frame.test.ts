import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible.ts'
import { askAgain } from '../kit/again.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'

const open = (page: Page, place = '') => page.goto(`/${place && `#${place}`}`)
const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const LIGHT = 'rgb(246, 244, 239)'
const DARK = 'rgb(14, 17, 20)'

test.describe('frame: the first paint', () => {
  test('shows header, skeleton and tab bar while no script and no style sheet has arrived', async ({ page }) => {
    await page.route(/\.(js|css)$/, () => {})
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('.shell-header')).toHaveText('Quoin')
    await expect(page.locator('.shell-tabs')).toBeInViewport()
    expect(await background(page)).toBe(LIGHT)
    const painted = () => performance.getEntriesByName('first-contentful-paint').length
    await expect.poll(() => page.evaluate(painted)).toBe(1)
  })

  test('follows the system’s theme', async ({ page, faults }) => {
    faults.allow(NO_ANSWER)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.route(/\.(js|css)$/, (route) => route.abort())
    await page.goto('/', { waitUntil: 'commit' })
    await expect.poll(() => background(page)).toBe(DARK)
  })
})

test.describe('frame: a person’s own theme', () => {
  test('goes before the system’s, in the app and on the wallet page', async ({ page, context, server }) => {
    await context.addCookies([{ name: 'look', value: 'dark.swap', url: server.url }])
    await open(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('html')).toHaveAttribute('data-swap', '')
    expect(await background(page)).toBe(DARK)
    await page.goto('/walletJump.html')
    expect(await background(page)).toBe(DARK)
  })
})

test.describe('frame: going from page to page', () => {
  test('moves the focus to the new page’s heading, and not when the app opens', async ({ page }) => {
    await open(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
    await tab(page, 'Markets').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeFocused()
    await expect(tab(page, 'Markets')).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveTitle('Quoin')
  })

  test('begins at the top, and comes back to where a person was', async ({ page }) => {
    await open(page, '/pages/market/index')
    await expect(page.getByRole('main').getByRole('link').nth(12)).toBeAttached()
    await page.evaluate(() => scrollTo(0, 400))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(400)
    // At the weekend a line above the list says that markets are closed: the browser may have moved on by its height.
    const there = await page.evaluate(() => scrollY)
    await tab(page, 'Account').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(there)
    const afterLine = () =>
      page.evaluate(async () => {
        const line = document.createElement('p')
        line.style.blockSize = '48px'
        document.querySelector('main')?.prepend(line)
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return scrollY
      })
    expect(await afterLine(), 'while the page still fills').toBe(there)
    await page.mouse.wheel(0, -100)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(there - 100)
    expect(await afterLine(), 'after a scroll of one’s own what one reads stays').toBe(there - 100 + 48)
  })

  test('back leads to the page above where nothing of the app lies behind', async ({ page }) => {
    await open(page, '/pages/me/language')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(/#\/pages\/me\/index$/)
  })

  test('an address that is no page says so, with a way home', async ({ page }) => {
    await open(page, '/pages/none?x=1')
    await expect(page.getByText('This page does not exist')).toBeVisible()
    await page.getByRole('link', { name: 'Go to home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Quoin' })).toBeVisible()
  })

  test('a protected page sends a guest to the login page, which knows where to go on', async ({ page }) => {
    await open(page, '/pages/order/trade')
    await expect(page).toHaveURL(/#\/pages\/my\/login\?next=%2Fpages%2Forder%2Ftrade$/)
  })
})

test.describe('frame: a page whose code does not arrive', () => {
  test('says so, and is there after trying again', async ({ page, faults }) => {
    faults.allow(NO_ANSWER)
    await open(page)
    await expect(tab(page, 'Markets')).toBeVisible()
    const code = /\/assets\/.*\.js$/
    await page.route(code, (route) => route.abort())
    await tab(page, 'Markets').click()
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded')
    await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible()
    await page.unroute(code)
    await askAgain(page)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
})

test.describe('frame: the wallet page', () => {
  test('offers wallets this site’s address, in the language that is kept', async ({ page, server }) => {
    await page.goto('/walletJump.html')
    await page.evaluate(() => localStorage.setItem('lang', 'es'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abrir Quoin en una billetera')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-419')
    const { host } = new URL(server.url)
    await expect(page.getByRole('link', { name: 'MetaMask' })).toHaveAttribute(
      'href',
      `https://link.metamask.io/dapp/${host}/`,
    )
    await expect(page.getByRole('link', { name: 'Trust Wallet' })).toHaveAttribute(
      'href',
      `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(`${server.url}/`)}`,
    )
  })

  test('is accessible in both themes', async ({ page }) => {
    await page.goto('/walletJump.html')
    await expect(page.getByRole('link', { name: 'MetaMask' })).toBeVisible()
    await expectAccessible(page)
  })
})
