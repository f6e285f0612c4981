import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Taps Retry where something failed to load. The app also retries once its connection is back, perhaps only now on a
 * slow machine: then no tap is needed.
 */
export async function askAgain(where: Page | Locator): Promise<void> {
  const again = where.getByRole('button', { name: 'Try again' })
  await again.click({ timeout: 5_000 }).catch(() => expect(again).toBeHidden())
}
