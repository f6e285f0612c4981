import type { Page } from '@playwright/test'

/** Runs in the page before its own scripts. */
function note(): void {
  const heights = new Map<Element, Set<number>>()
  Object.assign(window, { cardHeights: () => Array.from(heights.values(), (each) => [...each]) })
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { height } = target.getBoundingClientRect()
      if (height > 0) heights.set(target, (heights.get(target) ?? new Set()).add(height))
    }
  })
  new MutationObserver(() => {
    for (const card of document.querySelectorAll('main li section')) sizes.observe(card)
  }).observe(document, { childList: true, subtree: true })
}

/** Notes the heights of the cards of orders, in each document from now on. */
export const noteHeights = (page: Page): Promise<unknown> => page.addInitScript(note)

/** All heights that each card of this document has had, in CSS pixels. */
export const heightsOf = (page: Page): Promise<number[][]> =>
  page.evaluate(() => (window as unknown as { cardHeights: () => number[][] }).cardHeights())
