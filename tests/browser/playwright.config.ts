import { defineConfig } from '@playwright/test'
import { findChrome } from './chrome.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './setup.ts',
  outputDir: '../../test-results',
  // Options take their 30 seconds: with more workers than cores, others go on meanwhile.
  workers: 3,
  fullyParallel: true,
  // A test that passes at its second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // What a worker answers, a test cannot: only the tests of the installed app have one.
    serviceWorkers: 'block',
    isMobile: true,
    launchOptions: {
      executablePath: findChrome(),
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
