import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser that the tests drive: CHROME_PATH, the system's Chrome or Chromium, or Playwright's own download.
 *
 * @throws Error that says what to install where there is none
 */
export function findChrome(): string {
  const named = process.env.CHROME_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROME_PATH names no file: ${named}`)
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const found = [...onPath, ...PLACES, chromium.executablePath()].find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    'The browser tests need Chrome or Chromium. Install one (Debian: apt install chromium), or set CHROME_PATH, or run: npx playwright install chromium',
  )
}
