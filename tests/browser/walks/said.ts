import { expect, type Page } from '@playwright/test'

type Listening = { said?: string[] }

/** Records the announcements of a page's live regions, however brief. */
export type Said = {
  /** Whether this text was announced since the last `forget`. */
  heard(text: string): Promise<void>
  forget(): Promise<void>
}

/** Takes effect at the next page load. */
export async function listen(page: Page): Promise<Said> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role="status"]')) {
        if (textContent && said.at(-1) !== textContent) said.push(textContent)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return {
    heard: (text) =>
      expect
        .poll(() => page.evaluate(() => ((window as Listening).said ?? []).join('\n')), { message: 'what was said' })
        .toContain(text),
    forget: () => page.evaluate(() => (window as Listening).said?.splice(0)).then(() => {}),
  }
}
