import { useSelector } from '@xstate/react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { AnyActorRef } from 'xstate'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { LOGIN } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'
import { changeChartChoices, useChartChoices } from '../market/chart-choices.ts'
import { type KindTicket, ticketsOn, useTickets } from '../orders/use-tickets.tsx'
import css from './desk.module.css'

/** Shortcuts of the form: focus its size, and choose a side. */
export type OrderColumnHandle = { choose(way?: 0 | 1): void }

type OrderColumnProps = { ref: Ref<OrderColumnHandle>; instrument: Instrument }

/** The order form of a market, always open. */
export function OrderColumn({ ref, instrument }: OrderColumnProps) {
  const { session } = useServices()
  const { t } = useLabels()
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  const { kind = 'lever' } = useChartChoices()
  const offered = ticketsOn(useTickets(), instrument.symbol)
  const ticket = offered.find((each) => each.kind === kind) ?? offered[0]
  if (!ticket) return null
  return (
    <section className={css.form} aria-label={t('desk.form')}>
      <Tabs
        label={t('lever.kinds')}
        tabs={offered.map(({ kind, name }) => ({ value: kind, label: t(name) }))}
        value={ticket.kind}
        onChange={(next) => changeChartChoices({ kind: next })}
      >
        {signedIn ? (
          <Form key={`${ticket.kind} ${instrument.symbol}`} ref={ref} ticket={ticket} symbol={instrument.symbol} />
        ) : (
          <Guest />
        )}
      </Tabs>
    </section>
  )
}

function Form({ ref, ticket, symbol }: { ref: Ref<OrderColumnHandle>; ticket: KindTicket; symbol: string }) {
  const { store, Sheet, sides, field } = ticket
  const [rise = '', fall = ''] = Object.keys(sides)
  const place = useRef<HTMLDivElement>(null)
  const [actor, setActor] = useState(() => store.left(symbol) ?? store.begin(symbol, rise))
  useEffect(() => store.look(actor), [actor, store])
  // The form's actor ends with its order; the next one begins on the same side.
  const beginAgain = useCallback(() => {
    setActor((before: AnyActorRef) => store.begin(symbol, before.getSnapshot().context.form[field]))
  }, [store, symbol, field])
  useImperativeHandle(
    ref,
    () => ({
      choose: (way) => {
        if (way !== undefined) actor.send({ type: 'form.change', change: { [field]: way === 0 ? rise : fall } })
        place.current?.querySelector<HTMLElement>('input[inputmode="decimal"]')?.focus()
      },
    }),
    [actor, field, rise, fall],
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
