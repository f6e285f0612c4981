import { forexSymbols } from '../../../rules/forex/pairs.ts'
import { leverDirections } from '../../../rules/lever/lever.ts'
import { usePart } from '../../app/part.ts'
import { useWords } from '../../i18n/index.ts'
import { NewOrder } from '../orders/new-order.tsx'
import { sides } from '../orders/sides.ts'
import { ForexSheet } from './forex-sheet.tsx'
import { forex } from './part.ts'

/** Starts a new position in forex or metals. */
export function NewForex() {
  const { t } = useWords()
  const { store } = usePart(forex)
  const ways = leverDirections.map((value) => ({
    value,
    label: t(sides.forex[value].label),
    kind: value === 'long' ? ('rise' as const) : ('fall' as const),
  }))
  return <NewOrder label={t('forex.new')} symbols={forexSymbols} ways={ways} store={store} sheet={ForexSheet} />
}
