import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChrome, findShell } from './kit/chrome.ts'

const browserAt = (executablePath: string) => ({
  launchOptions: {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  },
})

/** Files whose drawing or layout may differ in full Chromium from the headless shell, which costs half as much. */
const drawn = /(contracts|first-paint|frame|home|layout-shift|markets|markup|sheets|stops|watchlist)\.test\.ts$/

export default defineConfig({
  testDir: '.',
  globalSetup: './setup.ts',
  outputDir: '../../test-results',
  // Each worker costs a browser and a server or two. One more than this, and on a slow machine prices grow old while pages load.
  workers: availableParallelism(),
  fullyParallel: true,
  // Limits for hangs only: a busy machine fails no test.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [[process.env.CI ? 'line' : 'list'], ['./summary.ts']],
  retries: 1,
  // With both browsers, each runs its share of the files.
  ...(process.env.TEST_BROWSERS === 'both' && {
    projects: [
      { name: 'shell', testIgnore: drawn, use: browserAt(findShell()) },
      { name: 'Chromium', testMatch: drawn, use: browserAt(findChrome()) },
    ],
  }),
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // A test cannot intercept what a service worker answers: only the installed app's tests have one.
    serviceWorkers: 'block',
    isMobile: true,
    // Fading prices cost a page a third of its work; only tests about motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    ...browserAt(findShell()),
    // A trace costs more than most tests; --trace on enables it.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
