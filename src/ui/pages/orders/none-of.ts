import type { UiKey } from '../../i18n/texts.ts'
import type { Filter } from './use-filter.ts'

const noneOfResult = {
  won: 'orders.noneWon',
  lost: 'orders.noneLost',
  returned: 'orders.noneReturned',
  traded: 'orders.noneTraded',
} as const

/** The title of an empty history: none yet, none of an outcome, or none by a filter that may hide others. */
export function noneOf({ result, ...others }: Filter): UiKey {
  if (Object.values(others).some((each) => each !== undefined)) return 'orders.noMatch'
  return result ? noneOfResult[result] : 'orders.noneCompleted'
}
