import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChrome } from './chrome.ts'

/** Draws the icons of the installed app: `npm run icons`. */

const INK = '#15181c'
const STONE = '#f6f4ef'
const ACCENT = '#7c93ff'

/** The four stones of `public/favicon.svg`, in a square of 16 around the middle. */
const stones = `
  <path d="M-8-8h7v7h-7zM-8 1h7v7h-7zM1 1h7v7h-7z" fill="${STONE}"/>
  <path d="M1-8h7v7H1z" fill="${ACCENT}"/>`
const line = (drawing: string) =>
  `<g fill="none" stroke="${STONE}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" transform="translate(-12 -12)">${drawing}</g>`

/**
 * @param radius of the corners, as a share of the edge
 * @param scale of the drawing, in units of the edge of 32
 */
const svg = (drawing: string, radius: number, scale: number) => `
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32" width="100%" height="100%" style="display:block">
    <rect x="-16" y="-16" width="32" height="32" rx="${32 * radius}" fill="${INK}"/>
    <g transform="scale(${scale})">${drawing}</g>
  </svg>`

/** A maskable icon is cut to the system's shape: it fills the square, and its drawing stays within four fifths. */
const icons: [name: string, edge: number, drawing: string][] = [
  ['icon-192', 192, svg(stones, 0.25, 1)],
  ['icon-512', 512, svg(stones, 0.25, 1)],
  ['maskable-192', 192, svg(stones, 0, 0.85)],
  ['maskable-512', 512, svg(stones, 0, 0.85)],
  ['apple-touch-icon', 180, svg(stones, 0, 1)],
  ['markets-96', 96, svg(line('<path d="M5 11v9M12 4v16M19 8v12"/>'), 0.25, 0.8)],
  ['trade-96', 96, svg(line('<path d="m4 17 5.5-6 4 3.5L20 7"/>'), 0.25, 0.8)],
  [
    'assets-96',
    96,
    svg(
      line('<path d="M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 9.5h16"/>'),
      0.25,
      0.8,
    ),
  ],
]

const folder = join(import.meta.dirname, '../../../public/icons')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findChrome(), args: ['--no-sandbox'] })
for (const [name, edge, drawing] of icons) {
  const page = await browser.newPage({ viewport: { width: edge, height: edge } })
  await page.setContent(`<body style="margin:0">${drawing}</body>`)
  await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true })
  await page.close()
}
await browser.close()
