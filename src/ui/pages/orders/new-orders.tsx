import { useState } from 'react'
import { forexSymbols } from '../../../rules/forex/pairs.ts'
import { contracts } from '../../../rules/lever/terms.ts'
import { findInstrument } from '../../../rules/market/instruments.ts'
import { pairs } from '../../../rules/market/pairs.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { type UiKey, useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { STRATEGIES } from '../../router/places.ts'
import { usePlaceState, useQuery } from '../../router/router.ts'
import { ForexSheet } from '../forex/forex-sheet.tsx'
import { forex } from '../forex/part.ts'
import { LeverSheet } from '../lever/lever-sheet.tsx'
import { lever } from '../lever/part.ts'
import { spot } from '../spot/part.ts'
import { SpotSheet } from '../spot/spot-sheet.tsx'
import { type Sides, sides } from './sides.ts'
import css from './trade.module.css'
import { useOrderSheet } from './use-order-sheet.tsx'

const isText = (value: unknown): value is string => typeof value === 'string'

const products = ['lever', 'spot', 'forex'] as const
export type Product = (typeof products)[number]
const names = {
  lever: 'lever.kind.contract',
  spot: 'lever.kind.spot',
  forex: 'title.forex',
} as const satisfies Record<Product, UiKey>

const symbolsOf: Readonly<Record<Product, readonly string[]>> = {
  lever: contracts.map(({ symbol }) => symbol),
  spot: pairs.map(({ symbol }) => symbol),
  forex: forexSymbols,
}

type NewOrdersProps = {
  /** The product at first. */
  product: Product
  open: boolean
  onClose: () => void
}

/** Starts a new order: product, market and side. The place may name the market: `?symbol=<symbol>`. */
export function NewOrders({ product: first, open, onClose }: NewOrdersProps) {
  const { quotes } = useServices()
  const { t } = useLabels()
  const named = useQuery().get('symbol')
  const [product, choose] = useState<Product>(first)
  const [chosen, chooseSymbol] = usePlaceState('symbol', named ?? 'BTCUSDT', isText)
  const [openLever, leverSheet] = useOrderSheet(usePart(lever).store, LeverSheet)
  const [openSpot, spotSheet] = useOrderSheet(usePart(spot).store, SpotSheet)
  const [openForex, forexSheet] = useOrderSheet(usePart(forex).store, ForexSheet)
  const known = symbolsOf[product].filter((symbol) => findInstrument(symbol))
  const listed = known.filter((symbol) => quotes.current(symbol))
  const offered = listed.length > 0 ? listed : known
  const symbol = offered.find((each) => each === chosen) ?? offered[0] ?? 'BTCUSDT'
  const begin = (side: string) => {
    onClose()
    if (product === 'spot') openSpot(symbol, side as keyof typeof sides.spot)
    else if (product === 'forex') openForex(symbol, side as keyof typeof sides.forex)
    else openLever(symbol, side as keyof typeof sides.lever)
  }
  const offeredSides: Sides = sides[product]
  return (
    <>
      <Sheet open={open} onClose={onClose} title={t('orders.new')}>
        <div className={css.groups}>
          <Choice
            legend={t('orders.kind')}
            options={products.map((value) => ({ value, label: t(names[value]) }))}
            value={product}
            onChange={choose}
          />
          <SelectField
            label={t('orders.market')}
            value={symbol}
            onChange={chooseSymbol}
            options={offered.map((value) => ({ value, label: pairOf(value) }))}
          />
          <div className={css.ways}>
            {Object.entries(offeredSides).map(([side, { label, way }]) => (
              <div key={side}>
                <Button kind={way} aria-haspopup="dialog" onClick={() => begin(side)}>
                  {t(label)}
                </Button>
              </div>
            ))}
          </div>
          <LinkButton kind="plain" to={STRATEGIES}>
            {t('title.strategy')}
          </LinkButton>
        </div>
      </Sheet>
      {leverSheet}
      {spotSheet}
      {forexSheet}
    </>
  )
}
