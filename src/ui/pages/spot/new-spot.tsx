import { pairs } from '../../../rules/pairs.ts'
import { spotSides } from '../../../rules/spot.ts'
import { useWords } from '../../i18n/index.ts'
import { NewOrder } from '../orders/new-order.tsx'
import { sideTones } from './side.tsx'
import { SpotSheet } from './spot-sheet.tsx'

const symbols = pairs.map(({ symbol }) => symbol)

/** The way to a new spot order. */
export function NewSpot() {
  const { t } = useWords()
  const ways = spotSides.map((value) => ({ value, label: t(`spot.side.${value}`), kind: sideTones[value] }))
  return <NewOrder label={t('spot.new')} symbols={symbols} ways={ways} sheet={SpotSheet} />
}
