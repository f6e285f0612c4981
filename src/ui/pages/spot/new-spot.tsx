import { pairs } from '../../../rules/market/pairs.ts'
import { spotSides } from '../../../rules/spot/spot.ts'
import { useWords } from '../../i18n/index.ts'
import { usePart } from '../../part.ts'
import { LinkButton } from '../../parts/button.tsx'
import { STRATEGIES } from '../../places.ts'
import { NewOrder } from '../orders/new-order.tsx'
import { spot } from './part.ts'
import { sideTones } from './side.tsx'
import { SpotSheet } from './spot-sheet.tsx'

const symbols = pairs.map(({ symbol }) => symbol)

/** Starts a new spot order. */
export function NewSpot() {
  const { t } = useWords()
  const { desk } = usePart(spot)
  const ways = spotSides.map((value) => ({ value, label: t(`spot.side.${value}`), kind: sideTones[value] }))
  return (
    <>
      <NewOrder label={t('spot.new')} symbols={symbols} ways={ways} desk={desk} sheet={SpotSheet} />
      <LinkButton kind="plain" to={STRATEGIES}>
        {t('title.strategy')}
      </LinkButton>
    </>
  )
}
