import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findShell } from './chrome.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './setup.ts',
  outputDir: '../../test-results',
  // A page waits for its server: another goes on meanwhile. Each worker costs a browser and a server or two.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // They end what hangs, and say nothing of how fast a machine should be: a busy one fails no test.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [[process.env.CI ? 'line' : 'list'], ['./summary.ts']],
  retries: 1,
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // What a worker answers, a test cannot: only the tests of the installed app have one.
    serviceWorkers: 'block',
    isMobile: true,
    // Prices that fade cost a page a third of its work: what moves is looked at where a test is about that.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findShell(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    // A trace costs more than most tests: ask for it with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
