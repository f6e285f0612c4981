import type { ReactNode } from 'react'
import type { AnyActorRef } from 'xstate'
import type { MessageKey } from '../../../api/wire/messages.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import type { FormErrors } from '../../../rules/orders/form-errors.ts'
import { formatBps, formatCount } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts, type FactTable } from '../../parts/lists/list.tsx'
import { SheetFoot } from '../../parts/sheet/sheet-foot.tsx'
import { PriceSource } from '../market/price-source.tsx'
import { daysMoved } from './days-moved.ts'
import { NameCallout } from './name-callout.tsx'
import css from './order-form.module.css'
import { useOrderForm } from './use-order-form.ts'
import { whyNot } from './why-not.ts'

type TicketProps = {
  /** The form's machine. */
  actor: AnyActorRef
  /** The form's name, for screen readers. */
  label: string
  errors: FormErrors<string, MessageKey>
  /** The fields. */
  children: ReactNode
  /** The order's figures at the current price: an estimate, by the server's rule. */
  estimate: FactTable
  /** What else is required before an order. */
  callout?: ReactNode
  /** The worst case: a loss, or the least that comes back. */
  worst: { term: string; value: ReactNode; isLoss: boolean }
  /** The direction of the price that loses, and its size in basis points, to be looked up in the past; null if there is none. */
  past: { direction: LeverDirection; moveBps: number | null }
  warning?: string
  way: Direction
  /** Why the market is closed for this order; null if it is not. */
  closed: MessageKey | null | undefined
  /** What is reserved. */
  reserved: string | undefined
  /** The button's label: the whole act. */
  submit: string
  /** Small print. */
  fine: readonly (string | false | null)[]
}

/** The form of an order: its fields, what it is estimated to cost, the worst case and how often that happened, all above the button. */
export function Ticket({ actor, label, errors, children, estimate, callout, fine, ...props }: TicketProps) {
  const { t, lang } = useLabels()
  const { offer, now, failure, possible, busy } = useOrderForm(actor)
  const { worst, past, warning, way, closed, reserved, submit } = props
  const { moved, days } = past.moveBps === null ? NONE : daysMoved(offer.days, past.direction, past.moveBps)
  return (
    <Form label={label} found={failure?.refusal ?? errors} onSubmit={() => actor.send({ type: 'form.confirm' })}>
      {children}
      <Facts facts={estimate} />
      <FormFailure failure={failure} />
      <NameCallout wanted={offer.wanted} failure={failure} />
      {callout}
      <SheetFoot
        note={
          <>
            <p className={css.worst}>
              <span>{worst.term}</span>
              <span className={worst.isLoss ? 'fall' : undefined}>{worst.value}</span>
            </p>
            {warning && <p className={css.past}>{warning}</p>}
            {days > 0 && (
              <p className={`${css.past} ${css.history}`}>
                {t(`lever.past.${past.direction}`, {
                  moved: formatCount(moved, lang),
                  days: formatCount(days, lang),
                  move: formatBps(past.moveBps ?? 0, lang),
                })}
              </p>
            )}
          </>
        }
      >
        <Button
          type="submit"
          kind={way}
          busy={busy}
          disabled={!possible}
          reason={busy ? undefined : whyNot(t, now.market, closed)}
          {...(reserved === undefined ? {} : { note: reserved })}
        >
          {submit}
        </Button>
      </SheetFoot>
      <div>
        {fine.map(
          (text) =>
            text && (
              <p key={text} className="fine">
                {text}
              </p>
            ),
        )}
        <PriceSource centred />
      </div>
    </Form>
  )
}

const NONE = { moved: 0, days: 0 }
