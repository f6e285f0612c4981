import { BaseSequencer, type TestSpecification } from 'vitest/node'
import durations from './durations.json' with { type: 'json' }

const seconds: Readonly<Record<string, number>> = durations

/** Runs the slowest files first by their measured durations, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = `${this.ctx.config.root}/`
    const durationOf = ({ moduleId }: TestSpecification) => seconds[moduleId.replace(root, '')] ?? 0
    return (await super.sort(files)).sort((one, other) => durationOf(other) - durationOf(one))
  }
}
