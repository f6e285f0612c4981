import { useSelector } from '@xstate/react'
import { type ComponentType, type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { AnyActorRef } from 'xstate'
import type { OrderStore } from '../../../machines/trade/order-store.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import type { Part } from '../../app/deps.ts'
import { usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { LOGIN } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'
import { ForexSheet } from '../forex/forex-sheet.tsx'
import { forex } from '../forex/part.ts'
import { LeverSheet } from '../lever/lever-sheet.tsx'
import { lever } from '../lever/part.ts'
import { changeChartChoices, useChartChoices } from '../market/chart-choices.ts'
import { tradeKindsOf } from '../market/trade-bar.tsx'
import type { TradeKind } from '../market/trade-kinds.ts'
import { MicrotradeSheet } from '../microtrade/microtrade-sheet.tsx'
import { microtrade } from '../microtrade/part.ts'
import { sides } from '../orders/sides.ts'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { spot } from '../spot/part.ts'
import { SpotSheet } from '../spot/spot-sheet.tsx'
import css from './desk.module.css'

type Ticket = {
  part: Part<{ store: OrderStore<string, AnyActorRef> }>
  Sheet: ComponentType<OrderSheetProps<AnyActorRef>>
  /** Its two sides, the one that gains from a rise first. */
  ways: readonly [string, string]
  /** The name of the side in its form. */
  field: 'direction' | 'side'
}

const tickets = {
  options: { part: microtrade, Sheet: MicrotradeSheet, ways: Object.keys(sides.microtrade), field: 'direction' },
  contract: { part: lever, Sheet: LeverSheet, ways: Object.keys(sides.lever), field: 'direction' },
  spot: { part: spot, Sheet: SpotSheet, ways: Object.keys(sides.spot), field: 'side' },
  forex: { part: forex, Sheet: ForexSheet, ways: Object.keys(sides.forex), field: 'direction' },
} as unknown as Readonly<Record<TradeKind, Ticket>>

/** Shortcuts of the form: focus its size, and choose a side. */
export type OrderColumnHandle = { choose(way?: 0 | 1): void }

type OrderColumnProps = { ref: Ref<OrderColumnHandle>; instrument: Instrument }

/** The order form of a market, always open. */
export function OrderColumn({ ref, instrument }: OrderColumnProps) {
  const { session } = useServices()
  const { t } = useLabels()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const { kind: chosen = 'contract' } = useChartChoices()
  const offered = tradeKindsOf(instrument.symbol)
  const kind = offered.find((each) => each === chosen) ?? 'options'
  return (
    <section className={css.form} aria-label={t('desk.form')}>
      <Tabs
        label={t('lever.kinds')}
        tabs={offered.map((value) => ({
          value,
          label: t(value === 'forex' ? 'title.forex' : `lever.kind.${value}`),
        }))}
        value={kind}
        onChange={(next) => changeChartChoices({ kind: next })}
      >
        {signedIn ? (
          <Form key={`${kind} ${instrument.symbol}`} ref={ref} ticket={tickets[kind]} symbol={instrument.symbol} />
        ) : (
          <Guest />
        )}
      </Tabs>
    </section>
  )
}

function Form({ ref, ticket, symbol }: { ref: Ref<OrderColumnHandle>; ticket: Ticket; symbol: string }) {
  const { part, Sheet, ways, field } = ticket
  const { store } = usePart(part)
  const place = useRef<HTMLDivElement>(null)
  const [actor, setActor] = useState(() => store.left(symbol) ?? store.begin(symbol, ways[0]))
  useEffect(() => store.look(actor), [actor, store])
  // The form's actor ends with its order; the next one begins on the same side.
  const beginAgain = useCallback(() => {
    setActor((before: AnyActorRef) => store.begin(symbol, before.getSnapshot().context.form[field]))
  }, [store, symbol, field])
  useImperativeHandle(
    ref,
    () => ({
      choose: (way) => {
        if (way !== undefined) actor.send({ type: 'form.change', change: { [field]: ways[way] } })
        place.current?.querySelector<HTMLElement>('input[inputmode="decimal"]')?.focus()
      },
    }),
    [actor, field, ways],
  )
  return (
    <div ref={place} className={css.ticket}>
      <Sheet key={actor.sessionId} actor={actor} open inline onClose={beginAgain} />
    </div>
  )
}

function Guest() {
  const { t } = useLabels()
  return (
    <div className={css.guest}>
      <h2>{t('home.guestTitle')}</h2>
      <p>{t('home.guestText')}</p>
      <LinkButton to={placeOf(LOGIN, { next: currentPlace() })}>{t('action.signIn')}</LinkButton>
    </div>
  )
}
