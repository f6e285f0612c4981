import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Asks again for what could not be loaded. The app does so by itself too once its connection is there, which on a slow
 * machine may be only now: what is no longer shown as failed needs no tap.
 */
export async function askAgain(where: Page | Locator): Promise<void> {
  const again = where.getByRole('button', { name: 'Try again' })
  await again.click({ timeout: 5_000 }).catch(() => expect(again).toBeHidden())
}
