import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Opens a place and waits for its content instead of its skeleton. */
export async function open(page: Page, place: string): Promise<void> {
  await page.goto(`/#${place}`)
  await isThere(page)
}

/** Waits until a page shows its content. */
export async function isThere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText(/\S/).first()).toBeVisible()
  await expect(page.getByRole('main').locator('[class*="skeleton"]')).toHaveCount(0)
}

/** Navigates to a place within the app. */
export const goTo = (page: Page, place: string): Promise<void> =>
  page.evaluate(async (hash) => {
    location.hash = hash
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }, `#${place}`)

/** Serves the page as built, without the server's inlined prices: nothing is known before a call answers. */
export async function withoutPageQuotes(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.continue({ url: new URL('/index.html', route.request().url()).href }),
  )
}
