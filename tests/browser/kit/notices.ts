import { type BrowserContext, expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** What notices have said on this page since it was loaded. */
    noticed: string[]
  }
}

/** Records what notices say: each shows for three seconds, and a test on a busy machine may look later. */
export const recordNotices = (device: BrowserContext) =>
  device.addInitScript(() => {
    window.noticed = []
    let last: Element | null = null
    setInterval(() => {
      const shown = document.querySelector('[role=status][data-over-sheet] p')
      if (shown && shown !== last) window.noticed.push(shown.textContent)
      last = shown
    }, 250)
  })

/** Waits until a notice says this, or has said it since the page was loaded. */
export const expectNotice = (page: Page, text: string) =>
  // A page that is being left has no answer.
  expect(async () => expect(await page.evaluate(() => window.noticed)).toContain(text)).toPass({ timeout: 60_000 })
