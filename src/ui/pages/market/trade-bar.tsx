import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { findForexPair } from '../../../rules/forex/pairs.ts'
import { type LeverDirection, leverDirections } from '../../../rules/lever/lever.ts'
import { findContract } from '../../../rules/lever/terms.ts'
import { findPair, SPOT_FEE_BPS } from '../../../rules/market/pairs.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { directions, periods } from '../../../rules/microtrade/microtrade.ts'
import { type SpotSide, spotSides } from '../../../rules/spot/spot.ts'
import { useServices } from '../../app/services.ts'
import { formatBps } from '../../format/format.ts'
import { formatSeconds } from '../../format/period.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { LOGIN } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'
import { sides } from '../orders/sides.ts'
import css from './trade-bar.module.css'

/** Kinds of trade on a page. */
export const tradeKinds = ['options', 'contract', 'spot', 'forex'] as const
export type TradeKind = (typeof tradeKinds)[number]

/** The kinds of trade available for a symbol. */
export const tradeKindsOf = (symbol: string): readonly TradeKind[] =>
  tradeKinds.filter((kind) => isOffered[kind](symbol))

const isOffered: Readonly<Record<TradeKind, (symbol: string) => boolean>> = {
  options: () => true,
  contract: (symbol) => findContract(symbol) !== undefined,
  spot: (symbol) => findPair(symbol) !== undefined,
  forex: (symbol) => findForexPair(symbol) !== undefined,
}

type TradeBarProps = {
  kind: TradeKind
  symbol: string
  disabled: boolean
  onBuy: (direction: Direction) => void
  onOpen: (direction: LeverDirection) => void
  onTrade: (side: SpotSide) => void
  onDeal: (direction: LeverDirection) => void
}

/** The two trade buttons, in thumb's reach. A guest is asked to sign in first. */
export function TradeBar({ kind, symbol, disabled, onBuy, onOpen, onTrade, onDeal }: TradeBarProps) {
  const { session } = useServices()
  const { t, lang } = useWords()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const [asking, setAsking] = useState(false)
  const [shortest] = periods
  const note = shortest && `${formatSeconds(shortest.seconds, lang)} · ${formatBps(shortest.payoutBps, lang)}`
  return (
    <div className={css.bar}>
      <div className={css.buttons}>
        {kind === 'options' &&
          directions.map((direction) => (
            <Way
              key={direction}
              kind={direction}
              note={note}
              disabled={disabled}
              words={t(`orders.direction.${direction}`)}
              onClick={() => (signedIn ? onBuy(direction) : setAsking(true))}
            />
          ))}
        {kind === 'contract' &&
          leverDirections.map((direction) => (
            <Way
              key={direction}
              kind={direction === 'long' ? 'rise' : 'fall'}
              disabled={disabled}
              note={t('lever.upTo', { leverage: findContract(symbol)?.tiers[0]?.leverageMax ?? 1 })}
              words={t(`lever.direction.${direction}`)}
              onClick={() => (signedIn ? onOpen(direction) : setAsking(true))}
            />
          ))}
        {kind === 'spot' &&
          spotSides.map((side) => (
            <Way
              key={side}
              kind={sides.spot[side].way}
              disabled={disabled}
              note={t('spot.feeAt', { rate: formatBps(SPOT_FEE_BPS, lang) })}
              words={t(`spot.side.${side}`)}
              onClick={() => (signedIn ? onTrade(side) : setAsking(true))}
            />
          ))}
        {kind === 'forex' &&
          leverDirections.map((direction) => (
            <Way
              key={direction}
              kind={direction === 'long' ? 'rise' : 'fall'}
              disabled={disabled}
              note={t('forex.leverage', { leverage: findForexPair(symbol)?.leverage ?? 1 })}
              words={t(sides.forex[direction].label)}
              onClick={() => (signedIn ? onDeal(direction) : setAsking(true))}
            />
          ))}
      </div>
      <Sheet
        open={asking && !signedIn}
        onClose={() => setAsking(false)}
        title={t('home.guestTitle')}
        description={t('home.guestText')}
      >
        <LinkButton to={placeOf(LOGIN, { next: currentPlace() })}>{t('action.signIn')}</LinkButton>
      </Sheet>
    </div>
  )
}

type WayProps = { kind: Direction; note: ReactNode; disabled: boolean; words: string; onClick: () => void }

const Way = ({ words, ...props }: WayProps) => (
  <div>
    <Button aria-haspopup="dialog" {...props}>
      {words}
    </Button>
  </div>
)
