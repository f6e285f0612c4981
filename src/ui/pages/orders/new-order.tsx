import { type ComponentType, useMemo, useState } from 'react'
import type { AnyActorRef } from 'xstate'
import type { OrderStore } from '../../../machines/trade/order-store.ts'
import { findInstrument } from '../../../rules/market/instruments.ts'
import type { Part } from '../../app/deps.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { usePlaceState, useQuery } from '../../router/router.ts'
import type { Sides } from './sides.ts'
import css from './trade.module.css'
import { type OrderSheetProps, useOrderSheet } from './use-order-sheet.tsx'

const isText = (value: unknown): value is string => typeof value === 'string'

type NewOrderProps<Way extends string, Actor extends AnyActorRef> = {
  part: Part<{ store: OrderStore<Way, Actor> }>
  label: UiKey
  /** Tradable symbols of this market. */
  symbols: readonly string[]
  sides: Sides<Way>
  sheet: ComponentType<OrderSheetProps<Actor>>
}

/** Starts a new order: symbol and direction. The place may name the symbol: `?symbol=<symbol>`. */
export function NewOrder<Way extends string, Actor extends AnyActorRef>({
  part,
  label,
  symbols,
  sides,
  sheet: Sheet,
}: NewOrderProps<Way, Actor>) {
  const { quotes } = useServices()
  const { t } = useLabels()
  const named = useQuery().get('symbol')
  const [known] = useState(() => symbols.filter((symbol) => findInstrument(symbol)))
  const listed = useMemo(() => known.filter((symbol) => quotes.current(symbol)), [known, quotes])
  const offered = listed.length > 0 ? listed : known
  const [chosen, choose] = usePlaceState('symbol', named ?? 'BTCUSDT', isText)
  const symbol = offered.find((each) => each === chosen) ?? offered[0] ?? 'BTCUSDT'
  const [open, sheet] = useOrderSheet(usePart(part).store, Sheet)
  return (
    <section className={css.section} aria-label={t(label)}>
      <SelectField
        label={t(label)}
        value={symbol}
        onChange={choose}
        options={offered.map((value) => ({ value, label: pairOf(value) }))}
      />
      <div className={css.ways}>
        {(Object.keys(sides) as Way[]).map((side) => (
          <div key={side}>
            <Button kind={sides[side].way} aria-haspopup="dialog" onClick={() => open(symbol, side)}>
              {t(sides[side].label)}
            </Button>
          </div>
        ))}
      </div>
      {sheet}
    </section>
  )
}
