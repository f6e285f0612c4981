import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOnly } from 'axe-core'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that depend on colours only. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Axe's findings on the page. The script stays in the page until another is loaded, since injecting it costs more than running it. */
async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    // Passes are not reported, which saves most of the time.
    return (await axe.run({ runOnly: only, resultTypes: ['violations'] })).violations
  }, runOnly)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
  )
}

/** Checks that the page is accessible, in both themes. Leaves it in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  const looks: Record<'light' | 'dark', RunOnly> = {
    light: { type: 'tag', values: STANDARDS },
    dark: { type: 'rule', values: OF_COLOURS },
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(atRest)
    expect(await violationsOf(page, looks[colorScheme]), `in the ${colorScheme} theme`).toEqual([])
  }
}

/** Waits in the page until colours have changed to the other theme and slides have ended. */
async function atRest(): Promise<void> {
  await new Promise(requestAnimationFrame)
  const endless = (animation: Animation) =>
    animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
  const passing = document.getAnimations().filter((animation) => !endless(animation))
  await Promise.allSettled(passing.map(({ finished }) => finished))
}

/** Nothing overflows the page: wider content scrolls within its own frame. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const isFramed = (element: Element): boolean => {
      const { parentElement } = element
      if (!parentElement || parentElement === document.body) return false
      return getComputedStyle(parentElement).overflowX !== 'visible' || isFramed(parentElement)
    }
    const wide = [...document.querySelectorAll('#root *, [role="dialog"] *')].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect()
      return own > 1 && (right > width + 0.5 || left < -0.5) && !isFramed(element)
    })
    return wide.map(({ outerHTML }) => outerHTML.slice(0, 160))
  })
  expect(found).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
