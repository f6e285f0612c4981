import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { type Crash, crashTolerantForks } from './tests/runner/crash-tolerant-forks.ts'
import { CrashReporter } from './tests/runner/crashes.ts'
import { LeftOut } from './tests/runner/left-out.ts'
import { LongestFirst } from './tests/runner/longest-first.ts'
import { SlowestReporter } from './tests/runner/slowest.ts'
import app from './vite.config.ts'

/** Of the long forms one test is an hour's work on a busy machine. */
const HANGS_MS = process.env.TEST_LONG ? 7_200_000 : 300_000

const crashes: Crash[] = []

/** They end what hangs, and say nothing of how fast a machine should be: a busy one fails no test, and none is retried. */
const patient = {
  setupFiles: 'tests/runner/patience.ts',
  testTimeout: HANGS_MS,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

// Apart from the app's own: who builds it needs nothing of the tests.
export default mergeConfig(
  app,
  defineConfig({
    test: {
      // The tests of the server's process wait more than they compute.
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
            include: ['tests/{rules,economy,models,machines,streams,api,chart,ui,mutations,runner}/**/*.test.{ts,tsx}'],
            // Pure: what one file imports serves the next.
            isolate: false,
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
            // Each test has a server of its own: what they share of the process is code, and reading it costs most of a short one.
            isolate: false,
            globalSetup: 'tests/server/templates.ts',
            ...patient,
          },
        },
      ],
    },
  }),
)
