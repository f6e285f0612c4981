import type { MoneyMovement, MoneyRecord } from '../../../api/money/records.ts'
import { directionOf } from '../../format/format.ts'
import type { UiKey } from '../../i18n/texts.ts'
import type { Cause } from './cause-labels.ts'

const adjustment: Cause = { rank: 12, icon: 'info', name: 'records.adjustments', steps: { adjust: 'records.adjust' } }
const found = import.meta.glob<Cause>('../*/cause.ts', { eager: true, import: 'cause' })
const ofNouns = Object.entries(found).map(([path, cause]): [string, Cause] => [path.split('/')[1] ?? '', cause])

/** All causes of movements, in the order of the filter: the `cause.ts` of each noun, and an operator's adjustment. */
export const causes: Readonly<Record<string, Cause>> = Object.fromEntries(
  [...ofNouns, ['adjustment', adjustment] as const].sort(([, one], [, other]) => one.rank - other.rank),
)

/** The label of a movement. One that this version of the app does not know comes from a newer server. */
export const labelOf = ({ cause, step }: Pick<MoneyRecord, 'cause' | 'step'>): UiKey =>
  causes[cause]?.steps[step] ?? 'records.other'

type Moved = Pick<MoneyMovement, 'amount' | 'held'>

/** Whether a movement changes the balance: if not, money was only reserved or released. */
export const isMoved = ({ amount }: Moved): boolean => directionOf(amount) !== 'flat'

/** The change of the balance, signed, or else the amount that was reserved or released. */
export const movedOf = (movement: Moved): string =>
  isMoved(movement) ? movement.amount : movement.held.replace('-', '')

/** The amounts that a list shows of a record. */
export const shownAmounts = (record: MoneyRecord): string[] => [
  movedOf(record),
  ...(record.balance === null ? [] : [record.balance]),
]

/** The page of a movement's cause, if there is one. */
export const causePlace = ({ cause, causeId }: Pick<MoneyRecord, 'cause' | 'causeId'>): string | undefined =>
  causes[cause]?.place?.(causeId)

/** The label of a cause. */
export const causeName = (cause: string): UiKey => causes[cause]?.name ?? 'records.other'

/** The cause of a movement; undefined if this version of the app does not know it. */
export const causeOf = ({ cause }: Pick<MoneyRecord, 'cause'>): Cause | undefined => causes[cause]
