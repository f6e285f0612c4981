import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { findForexPair } from '../../../rules/forex/pairs.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import { findContract } from '../../../rules/lever/terms.ts'
import { type Instrument, instrumentOf } from '../../../rules/market/instruments.ts'
import { findPair, SPOT_FEE_BPS } from '../../../rules/market/pairs.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import { periods } from '../../../rules/microtrade/microtrade.ts'
import type { SpotSide } from '../../../rules/spot/spot.ts'
import { useServices } from '../../app/services.ts'
import { formatAmount, formatBps } from '../../format/format.ts'
import { formatSeconds } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { LOGIN } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'
import type { Labels } from '../orders/order-facts.ts'
import { type Sides, sides } from '../orders/sides.ts'
import { useWallets } from '../wallet/use-wallets.ts'
import css from './trade-bar.module.css'
import { type TradeKind, tradeKinds } from './trade-kinds.ts'

type Trade = {
  sides: Sides
  isOffered(symbol: string): boolean
  /** Its terms in a smaller line on each button, for a guest. */
  note(symbol: string, words: Labels): string | undefined
  /** The currency that a side is paid with. */
  currencyOf(instrument: Instrument, side: string): string
}

/** Options, contracts and lots are paid with it. */
const MARGIN = 'USDT'

const [shortest] = periods

const trades: Readonly<Record<TradeKind, Trade>> = {
  options: {
    sides: sides.microtrade,
    isOffered: () => true,
    note: (_, { lang }) =>
      shortest && `${formatSeconds(shortest.seconds, lang)} · ${formatBps(shortest.payoutBps, lang)}`,
    currencyOf: () => MARGIN,
  },
  contract: {
    sides: sides.lever,
    isOffered: (symbol) => findContract(symbol) !== undefined,
    note: (symbol, { t }) => t('lever.upTo', { leverage: findContract(symbol)?.tiers[0]?.leverageMax ?? 1 }),
    currencyOf: () => MARGIN,
  },
  spot: {
    sides: sides.spot,
    isOffered: (symbol) => findPair(symbol) !== undefined,
    note: (_, { t, lang }) => t('spot.feeAt', { rate: formatBps(SPOT_FEE_BPS, lang) }),
    currencyOf: ({ base, quote }, side) => (side === 'sell' ? base : quote),
  },
  forex: {
    sides: sides.forex,
    isOffered: (symbol) => findForexPair(symbol) !== undefined,
    note: (symbol, { t }) => t('forex.leverage', { leverage: findForexPair(symbol)?.leverage ?? 1 }),
    currencyOf: () => MARGIN,
  },
}

/** The kinds of trade available for a symbol. */
export const tradeKindsOf = (symbol: string): readonly TradeKind[] =>
  tradeKinds.filter((kind) => trades[kind].isOffered(symbol))

type TradeBarProps = {
  kind: TradeKind
  /** The kinds to choose from. */
  offered: readonly TradeKind[]
  onKind: (kind: TradeKind) => void
  symbol: string
  disabled: boolean
  /** Between them, on a phone on its side. */
  book?: ReactNode
  onBuy: (direction: Direction) => void
  onOpen: (direction: LeverDirection) => void
  onTrade: (side: SpotSide) => void
  onDeal: (direction: LeverDirection) => void
}

/** The kind of trade and its two buttons, in thumb's reach. A guest is asked to sign in first. */
export function TradeBar(props: TradeBarProps) {
  const { kind, offered, onKind, symbol, disabled, book, onBuy, onOpen, onTrade, onDeal } = props
  const { session } = useServices()
  const words = useLabels()
  const { t } = words
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const [asking, setAsking] = useState(false)
  const begin = { options: onBuy, contract: onOpen, spot: onTrade, forex: onDeal }[kind] as (side: string) => void
  return (
    <div className={css.bar}>
      <div className={css.inside}>
        {offered.length > 1 && (
          <Choice
            legend={t('lever.kinds')}
            hideLegend
            value={kind}
            options={offered.map((value) => ({
              value,
              label: t(value === 'forex' ? 'market.forex' : `lever.kind.${value}`),
            }))}
            onChange={onKind}
          />
        )}
        {book}
        <div className={css.buttons}>
          {Object.entries(trades[kind].sides).map(([side, { label, way }]) => (
            <div key={side}>
              <Button
                aria-haspopup="dialog"
                kind={way}
                note={
                  signedIn ? (
                    <Free currency={trades[kind].currencyOf(instrumentOf(symbol), side)} />
                  ) : (
                    trades[kind].note(symbol, words)
                  )
                }
                disabled={disabled}
                onClick={() => (signedIn ? begin(side) : setAsking(true))}
              >
                {t(label)}
              </Button>
            </div>
          ))}
        </div>
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

/** The user's available amount of a currency. */
function Free({ currency }: { currency: string }) {
  const { t, lang } = useLabels()
  const wallets = useWallets()
  const own = wallets.type === 'ready' ? wallets.wallets.find((each) => each.currency === currency) : undefined
  // Another element each time: a text that grows in its place counts as one that moves.
  if (wallets.type !== 'ready') return <span key="loading">{'\u200b'}</span>
  const amount = formatAmount(own?.available ?? '0', 'receive', currency, lang)
  return (
    <span key="ready" className={css.free}>
      <span>{t('currency.available', { amount, currency })}</span>
      <span>
        {amount} {currency}
      </span>
    </span>
  )
}
