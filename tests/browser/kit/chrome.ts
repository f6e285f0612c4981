import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { BARE_CHROME } from '../../bare/bare.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** Chromium without its window code: a third less work for the same tests. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The tests' browser: CHROME_PATH, the system's Chrome or Chromium, Playwright's own download, or the one fetched for a
 * bare machine.
 *
 * @throws Error that says what to install where there is none
 */
export function findChrome(): string {
  return find(NAMES)
}

/**
 * The same, but a headless shell where there is one.
 *
 * @throws Error that says what to install where there is none
 */
export function findShell(): string {
  return find([...SHELLS, ...NAMES])
}

function find(names: readonly string[]): string {
  const named = process.env.CHROME_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROME_PATH names no file: ${named}`)
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const found = [...onPath, ...PLACES, chromium.executablePath(), BARE_CHROME].find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    'The browser tests need Chrome or Chromium. Install one (Debian: apt install chromium), or set CHROME_PATH, or run: npx playwright install chromium',
  )
}
