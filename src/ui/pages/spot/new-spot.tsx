import { pairs } from '../../../rules/market/pairs.ts'
import { spotSides } from '../../../rules/spot/spot.ts'
import { usePart } from '../../app/part.ts'
import { useWords } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { STRATEGIES } from '../../router/places.ts'
import { NewOrder } from '../orders/new-order.tsx'
import { sides } from '../orders/sides.ts'
import { spot } from './part.ts'
import { SpotSheet } from './spot-sheet.tsx'

const symbols = pairs.map(({ symbol }) => symbol)

/** Starts a new spot order. */
export function NewSpot() {
  const { t } = useWords()
  const { store } = usePart(spot)
  const ways = spotSides.map((value) => ({ value, label: t(`spot.side.${value}`), kind: sides.spot[value].way }))
  return (
    <>
      <NewOrder label={t('spot.new')} symbols={symbols} ways={ways} store={store} sheet={SpotSheet} />
      <LinkButton kind="plain" to={STRATEGIES}>
        {t('title.strategy')}
      </LinkButton>
    </>
  )
}
