import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { type Crash, crashTolerantForks } from './tests/runner/crash-tolerant-forks.ts'
import { CrashReporter } from './tests/runner/crashes.ts'
import { LeftOut } from './tests/runner/left-out.ts'
import { LongestFirst } from './tests/runner/longest-first.ts'
import { SlowestReporter } from './tests/runner/slowest.ts'
import app from './vite.config.ts'

/** A test's long form may take an hour on a busy machine. */
const HANGS_MS = process.env.TEST_LONG ? 7_200_000 : 300_000

const crashes: Crash[] = []

/** Timeouts only for hangs, independent of the machine's speed: a busy machine fails no test, and none is retried. */
const patient = {
  setupFiles: 'tests/runner/patience.ts',
  testTimeout: HANGS_MS,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

// Separate from the app's config, because a build needs nothing of the tests.
export default mergeConfig(
  app,
  defineConfig({
    test: {
      // The tests of server processes wait more than they compute.
      maxWorkers: 2 * availableParallelism(),
      pool: crashTolerantForks(crashes),
      sequence: { sequencer: LongestFirst },
      reporters: ['default', new SlowestReporter(), new LeftOut(), new CrashReporter(crashes)],
      projects: [
        { extends: true, test: { name: 'tidy', include: ['tests/tidy.test.ts'], ...patient } },
        {
          extends: true,
          test: {
            name: 'unit',
            include: [
              'tests/{rules,economy,models,machines,streams,api,chart,ui,mutations,runner,bench}/**/*.test.{ts,tsx}',
            ],
            // Pure tests: files share their imports.
            isolate: false,
            globalSetup: 'tests/runner/own-folder.ts',
            ...patient,
          },
        },
        {
          extends: true,
          test: {
            name: 'server',
            include: ['tests/{server,simulation}/**/*.test.ts'],
            // `npm run test:faults` runs these as well.
            exclude: process.env.TEST_LONG ? [] : ['**/*.long.test.ts'],
            // Each test has its own server. Files share only code, whose loading takes most of a short test.
            isolate: false,
            globalSetup: ['tests/runner/own-folder.ts', 'tests/server/templates.ts'],
            ...patient,
          },
        },
      ],
    },
  }),
)
