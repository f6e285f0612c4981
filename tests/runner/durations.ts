import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { durationOf } from './slowest.ts'

/** Ordering faster files gains nothing. */
const SECONDS_MIN = 1

/** Writes how long the slower test files take into `durations.json`, by which `longest-first.ts` sorts them. */
export default class DurationsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const durations = modules
      .map((module) => [module.relativeModuleId, Math.round(durationOf(module) / 1000)] as const)
      .filter(([, seconds]) => seconds >= SECONDS_MIN)
      .toSorted(([, one], [, other]) => other - one)
    writeFileSync(
      join(import.meta.dirname, 'durations.json'),
      `${JSON.stringify(Object.fromEntries(durations), undefined, 2)}\n`,
    )
  }
}
