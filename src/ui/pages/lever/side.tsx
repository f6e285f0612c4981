import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { useWords } from '../../i18n/index.ts'
import { WayMark } from '../orders/way-mark.tsx'

/** A contract's direction and leverage. */
export function Side({ direction, leverage }: { direction: LeverDirection; leverage: number }) {
  const { t } = useWords()
  return (
    <WayMark way={direction === 'long' ? 'rise' : 'fall'}>
      {t(`lever.direction.${direction}`)} {leverage}×
    </WayMark>
  )
}
