import { useMemo, useState } from 'react'
import { contracts } from '../../../rules/contracts.ts'
import { findInstrument } from '../../../rules/instruments.ts'
import { leverDirections } from '../../../rules/lever.ts'
import { usePlaceState, useQuery } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/field.tsx'
import { useServices } from '../../services.ts'
import css from './contract.module.css'
import { useLeverSheet } from './use-lever-sheet.tsx'

const isText = (value: unknown): value is string => typeof value === 'string'

/** The way to a new contract: on what, and which way. The place may name the symbol: `?symbol=<symbol>`. */
export function NewContract() {
  const { quotes } = useServices()
  const { t } = useWords()
  const named = useQuery().get('symbol')
  const [symbols] = useState(() => contracts.map(({ symbol }) => symbol).filter((symbol) => findInstrument(symbol)))
  const listed = useMemo(() => symbols.filter((symbol) => quotes.current(symbol)), [symbols, quotes])
  const offered = listed.length > 0 ? listed : symbols
  const [chosen, choose] = usePlaceState('symbol', named ?? 'BTCUSDT', isText)
  const symbol = offered.find((each) => each === chosen) ?? offered[0] ?? 'BTCUSDT'
  const [open, sheet] = useLeverSheet()
  return (
    <section className={css.cards} aria-label={t('lever.new')}>
      <SelectField
        label={t('lever.new')}
        value={symbol}
        onChange={choose}
        options={offered.map((value) => ({ value, label: pairOf(value) }))}
      />
      <div className={css.ways}>
        {leverDirections.map((direction) => (
          <div key={direction}>
            <Button
              kind={direction === 'long' ? 'rise' : 'fall'}
              aria-haspopup="dialog"
              onClick={() => open(symbol, direction)}
            >
              {t(`lever.direction.${direction}`)}
            </Button>
          </div>
        ))}
      </div>
      {sheet}
    </section>
  )
}
