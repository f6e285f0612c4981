import type { Reporter } from 'vitest/node'
import type { Crash } from './crash-tolerant-forks.ts'

/** Prints at the end of a run which processes crashed, and whether their files were run again. */
export class CrashReporter implements Reporter {
  readonly #crashes: readonly Crash[]

  constructor(crashes: readonly Crash[]) {
    this.#crashes = crashes
  }

  onTestRunEnd(): void {
    for (const { files, cause, rerun } of this.#crashes) {
      const what = files.length > 0 ? files.join(', ') : 'between files'
      process.stdout.write(`A TEST PROCESS CRASHED (${cause}): ${what}${rerun ? ', run again' : ''}\n`)
    }
  }
}
