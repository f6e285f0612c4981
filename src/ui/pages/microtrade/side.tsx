import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { useLabels } from '../../i18n/index.ts'
import { WayMark } from '../orders/way-mark.tsx'

/** What was bought. */
export function DirectionWord({ direction }: { direction: Direction }) {
  const { t } = useLabels()
  return <WayMark way={direction}>{t(`orders.direction.${direction}`)}</WayMark>
}
