import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { useWords } from '../../i18n/index.ts'
import { WayMark } from '../orders/way-mark.tsx'

/** Labels of buying and selling. */
export const dealWords = { long: 'spot.side.buy', short: 'spot.side.sell' } as const

/** Whether a pair or metal was bought or sold, and the leverage of its margin. */
export function Side({ direction, leverage }: { direction: LeverDirection; leverage: number }) {
  const { t } = useWords()
  return (
    <WayMark way={direction === 'long' ? 'rise' : 'fall'}>
      {t(dealWords[direction])} {leverage}×
    </WayMark>
  )
}
