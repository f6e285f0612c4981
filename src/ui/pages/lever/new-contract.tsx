import { contracts } from '../../../rules/contracts.ts'
import { leverDirections } from '../../../rules/lever.ts'
import { useWords } from '../../i18n/index.ts'
import { NewOrder } from '../orders/new-order.tsx'
import { LeverSheet } from './lever-sheet.tsx'

const symbols = contracts.map(({ symbol }) => symbol)

/** The way to a new contract. */
export function NewContract() {
  const { t } = useWords()
  const ways = leverDirections.map((value) => ({
    value,
    label: t(`lever.direction.${value}`),
    kind: value === 'long' ? ('rise' as const) : ('fall' as const),
  }))
  return <NewOrder label={t('lever.new')} symbols={symbols} ways={ways} sheet={LeverSheet} />
}
