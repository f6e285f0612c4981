import type { ReactNode } from 'react'
import type { AnyActorRef } from 'xstate'
import type { MessageKey } from '../../../api/wire/messages.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import type { FormErrors } from '../../../rules/orders/form-errors.ts'
import type { RuleName } from '../../../rules/profiles/terms.ts'
import { formatBps, formatCount } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts, type FactTable } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { PriceSource } from '../market/price-source.tsx'
import { Act } from './act.tsx'
import { daysMoved } from './days-moved.ts'
import { LossWarning } from './loss-warning.tsx'
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
  /** Of a leveraged product: the server's rules, and the share of accounts that lost money with it, in percent. */
  leverage?: { rules?: RuleName | undefined; losing?: number | null | undefined }
  /** What else is required before an order. */
  callout?: ReactNode
  /** The worst case: a loss, or the least that comes back. */
  worst: { term: string; value: ReactNode; isLoss: boolean }
  /** Below that: the loss at a stop. */
  also?: { term: string; value: ReactNode }
  /** The direction of the price that loses, and its size in basis points, to be looked up in the past; null if there is none. */
  past: { direction: LeverDirection; moveBps: number | null }
  warning?: string | false
  way: Direction
  /** Why the market is closed for this order; null if it is not. */
  closed: MessageKey | null | undefined
  /** What happens at once that a limit order may not be meant for. `wrong`: it cannot be sent. */
  atOnce?: { text: string; wrong: boolean } | undefined
  /** The whole act, and its details. */
  act: { act: string; detail: string } | undefined
  /** What is missing, as long as there is no act. */
  missing: string
  /** Small print. */
  fine: readonly (string | false | null | undefined)[]
}

/** The form of an order: its fields, what it is estimated to cost and how often that happened, and the worst case above the button. */
export function Ticket({ actor, label, errors, children, estimate, leverage, callout, fine, ...props }: TicketProps) {
  const { t, lang } = useLabels()
  const { offer, now, failure, possible, busy } = useOrderForm(actor)
  const { worst, also, past, warning, way, closed, atOnce, act, missing } = props
  const { moved, days } = past.moveBps === null ? NONE : daysMoved(offer.days, past.direction, past.moveBps)
  const notes = [
    warning,
    days > 0 &&
      t(`lever.past.${past.direction}`, {
        moved: formatCount(moved, lang),
        days: formatCount(days, lang),
        move: formatBps(past.moveBps ?? 0, lang),
      }),
    ...fine,
  ]
  return (
    <Form label={label} found={failure?.refusal ?? errors} onSubmit={() => actor.send({ type: 'form.confirm' })}>
      {children}
      <Facts facts={estimate} />
      <div className={css.notes}>
        {notes.map((text) => text && <p key={text}>{text}</p>)}
        <PriceSource />
      </div>
      {leverage && <LossWarning {...leverage} />}
      <FormFailure failure={failure} />
      <NameCallout wanted={offer.wanted} failure={failure} />
      {callout}
      {atOnce && (
        <div role="status">
          <Callout tone={atOnce.wrong ? 'bad' : 'paper'}>{atOnce.text}</Callout>
        </div>
      )}
      <ActionBar worst={worst} also={also}>
        <Button
          type="submit"
          kind={way}
          busy={busy}
          doing={t('orders.sending')}
          disabled={!possible}
          reason={busy ? undefined : whyNot(t, now.market, closed)}
        >
          {act ? <Act {...act} /> : missing}
        </Button>
      </ActionBar>
    </Form>
  )
}

const NONE = { moved: 0, days: 0 }
