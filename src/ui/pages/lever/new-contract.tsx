import { leverDirections } from '../../../rules/lever/lever.ts'
import { contracts } from '../../../rules/lever/terms.ts'
import { usePart } from '../../app/part.ts'
import { useWords } from '../../i18n/index.ts'
import { NewOrder } from '../orders/new-order.tsx'
import { LeverSheet } from './lever-sheet.tsx'
import { lever } from './part.ts'

const symbols = contracts.map(({ symbol }) => symbol)

/** Starts a new contract. */
export function NewContract() {
  const { t } = useWords()
  const { store } = usePart(lever)
  const ways = leverDirections.map((value) => ({
    value,
    label: t(`lever.direction.${value}`),
    kind: value === 'long' ? ('rise' as const) : ('fall' as const),
  }))
  return <NewOrder label={t('lever.new')} symbols={symbols} ways={ways} store={store} sheet={LeverSheet} />
}
