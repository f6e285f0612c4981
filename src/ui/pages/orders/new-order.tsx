import { type ComponentType, useMemo, useState } from 'react'
import type { AnyActorRef } from 'xstate'
import type { OrderStore } from '../../../machines/trade/order-store.ts'
import { findInstrument } from '../../../rules/market/instruments.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { useServices } from '../../app/services.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { usePlaceState, useQuery } from '../../router/router.ts'
import css from './trade.module.css'
import { type OrderSheetProps, useOrderSheet } from './use-order-sheet.tsx'

const isText = (value: unknown): value is string => typeof value === 'string'

type NewOrderProps<Way extends string, Actor extends AnyActorRef> = {
  label: string
  /** Tradable symbols of this market. */
  symbols: readonly string[]
  ways: readonly { value: Way; label: string; kind: Direction }[]
  store: OrderStore<Way, Actor>
  sheet: ComponentType<OrderSheetProps<Actor>>
}

/** Starts a new order: symbol and direction. The place may name the symbol: `?symbol=<symbol>`. */
export function NewOrder<Way extends string, Actor extends AnyActorRef>({
  label,
  symbols,
  ways,
  store,
  sheet: Sheet,
}: NewOrderProps<Way, Actor>) {
  const { quotes } = useServices()
  const named = useQuery().get('symbol')
  const [known] = useState(() => symbols.filter((symbol) => findInstrument(symbol)))
  const listed = useMemo(() => known.filter((symbol) => quotes.current(symbol)), [known, quotes])
  const offered = listed.length > 0 ? listed : known
  const [chosen, choose] = usePlaceState('symbol', named ?? 'BTCUSDT', isText)
  const symbol = offered.find((each) => each === chosen) ?? offered[0] ?? 'BTCUSDT'
  const [open, sheet] = useOrderSheet(store, Sheet)
  return (
    <section className={css.section} aria-label={label}>
      <SelectField
        label={label}
        value={symbol}
        onChange={choose}
        options={offered.map((value) => ({ value, label: pairOf(value) }))}
      />
      <div className={css.ways}>
        {ways.map((way) => (
          <div key={way.value}>
            <Button kind={way.kind} aria-haspopup="dialog" onClick={() => open(symbol, way.value)}>
              {way.label}
            </Button>
          </div>
        ))}
      </div>
      {sheet}
    </section>
  )
}
