import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Call } from '../../../src/api/wire/call.ts'
import { PASSWORD } from './api.ts'
import { expect } from './fixtures.ts'

/** The size of the phone that journeys are made on. */
export const PHONE = { width: 360, height: 800 }

/** Said while nobody knows yet whether a request arrived. */
export const checking = (page: Page) => page.getByText('No response yet. Quoin sends the same request again.')

/** Opens another page and goes back, and reloads: what was typed must be there each time. */
export async function leaveAndReload(page: Page, isTyped: () => Promise<void>): Promise<void> {
  await page.goto('/#/pages/me/index')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.goBack()
  await isTyped()
  await page.reload()
  await isTyped()
}

/** Presses a button without a network: the page says so, and the request arrives once the network is back. */
export async function sendOffline(page: Page, send: () => Promise<void>): Promise<void> {
  const context = page.context()
  await context.setOffline(true)
  await send()
  await expect(checking(page).first()).toBeVisible()
  await context.setOffline(false)
  await page
    .getByRole('button', { name: 'Check now' })
    .click({ timeout: 5_000 })
    .catch(() => {})
}

/** Loses the answer of a call that the server has carried out: the page says that nobody knows yet, and asks again. */
export async function loseAnswer(page: Page, { path }: Call, send: () => Promise<void>): Promise<void> {
  const url = `**/api/${path}`
  await page.route(url, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send()
  await expect(checking(page).first()).toBeVisible()
  await page.unroute(url)
}

/** A second tab on a place. */
export async function secondTab(context: BrowserContext, place: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.setViewportSize(PHONE)
  await tab.goto(`/#${place}`)
  return tab
}

/** Fills in a registration up to its checkboxes. @returns its form */
export async function fillRegistration(page: Page, username: string): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Create account' })
  await form.getByLabel('User name').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirm password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('textbox', { name: 'E-mail' }).fill(`${username}@example.com`)
  await form.getByRole('button', { name: 'Send code' }).click()
  await form.getByRole('button', { name: 'Fill in the code' }).click()
  return form
}
