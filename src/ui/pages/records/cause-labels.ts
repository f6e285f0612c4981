import type { UiKey } from '../../i18n/texts.ts'

/**
 * The labels of a cause of movements, its page, and the labels of its postings. `rank`: its place in the filter; `steps`: by posting name.
 */
export type Cause = {
  rank: number
  name: UiKey
  place?: (causeId: string) => string
  steps: Readonly<Record<string, UiKey>>
}
