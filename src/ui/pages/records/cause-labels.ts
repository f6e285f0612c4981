import type { UiKey } from '../../i18n/texts.ts'
import type { IconName } from '../../parts/marks/icons.tsx'

/**
 * The labels of a cause of movements, its page, and the labels of its postings. `rank`: its place in the filter; `steps`: by posting name.
 * `isProfit`: its movements are profits and losses, and coloured.
 */
export type Cause = {
  rank: number
  icon: IconName
  isProfit?: true
  name: UiKey
  place?: (causeId: string) => string
  steps: Readonly<Record<string, UiKey>>
}
