import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** Milliseconds that a file took: its imports, hooks and tests. */
export const durationOf = (module: TestModule): number => {
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  return collectDuration + duration + setupDuration
}

/** Prints the ten slowest files at the end of a run of more files than that. */
export class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return
    const slowest = modules.toSorted((one, other) => durationOf(other) - durationOf(one)).slice(0, SHOWN)
    const lines = slowest.map((module) => `${seconds(durationOf(module))}  ${module.relativeModuleId}`)
    process.stdout.write(`\nThe ${SHOWN} slowest of ${modules.length} files:\n${lines.join('\n')}\n`)
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(7)} s`
