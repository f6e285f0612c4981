import type { SpotSide } from '../../../rules/spot/spot.ts'
import { useWords } from '../../i18n/index.ts'
import { WayMark } from '../orders/way-mark.tsx'

/** The colour of each side. */
export const sideTones = { buy: 'rise', sell: 'fall' } as const

/** Whether a coin is bought or sold. */
export function Side({ side }: { side: SpotSide }) {
  const { t } = useWords()
  return <WayMark way={sideTones[side]}>{t(`spot.side.${side}`)}</WayMark>
}
