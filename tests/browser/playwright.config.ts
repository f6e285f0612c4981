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

/** What the whole Chromium may draw or lay out otherwise than its headless shell, which costs half as much. */
const drawn = /(contracts|first-paint|frame|home|layout-shift|markets|markup|sheets|stops|watchlist)\.test\.ts$/

export default defineConfig({
  testDir: '.',
  globalSetup: './setup.ts',
  outputDir: '../../test-results',
  // While a page waits for its server, another runs. Each worker costs a browser and a server or two.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // They end what hangs, and say nothing of how fast a machine should be: a busy one fails no test.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [[process.env.CI ? 'line' : 'list'], ['./summary.ts']],
  retries: 1,
  // Where both browsers are asked for, each has its part of the files.
  ...(process.env.TEST_BROWSERS === 'both' && {
    projects: [
      { name: 'shell', testIgnore: drawn, use: browserAt(findShell()) },
      { name: 'Chromium', testMatch: drawn, use: browserAt(findChrome()) },
    ],
  }),
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // What a worker answers, a test cannot: only the tests of the installed app have one.
    serviceWorkers: 'block',
    isMobile: true,
    // Prices that fade cost a page a third of its work: what moves is looked at where a test is about that.
    contextOptions: { reducedMotion: 'reduce' },
    ...browserAt(findShell()),
    // A trace costs more than most tests: ask for it with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
