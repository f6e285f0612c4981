import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ActContext, ActForm, positionActMachine } from '../../../machines/trade/positionAct.ts'
import { validateStops } from '../../../rules/lever/acts.ts'
import type { FormErrors } from '../../../rules/orders/form-errors.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { figuresOf } from './figures.tsx'
import { RequestSheet, type RequestSheetProps } from './request-sheet.tsx'
import { StopFields } from './stop-fields.tsx'

type ActActor = ActorRefFrom<typeof positionActMachine>

type PositionActSheetProps<Context> = Pick<RequestSheetProps, 'open' | 'onClose' | 'orders' | 'description'> & {
  actor: ActActor
  title: string
  /** The possible loss, or what happens next. */
  note: string
  /** The form's errors and fields, and the button's label: the whole act. */
  contents(
    context: Context,
    change: (change: Partial<ActForm>) => void,
  ): {
    errors: FormErrors<string, string>
    button: string
    fields: ReactNode
  }
}

/** The sheet of one act on a position. `Context`: that of its kind. */
export function PositionActSheet<Context extends ActContext>({
  note,
  contents,
  ...sheet
}: PositionActSheetProps<Context>) {
  return (
    <RequestSheet {...sheet} name="act">
      <ActFields actor={sheet.actor} label={sheet.title} note={note} contents={contents as never} />
    </RequestSheet>
  )
}

type ActFieldsProps = Pick<PositionActSheetProps<ActContext>, 'actor' | 'note' | 'contents'> & { label: string }

function ActFields({ actor, label, note, contents }: ActFieldsProps) {
  const { context, pending, possible } = useShown(actor, (now) => ({
    context: now.context,
    pending: now.hasTag('pending'),
    possible: now.can({ type: 'act.confirm' }),
  }))
  const { failure } = context
  const { errors, button, fields } = contents(context, (change) => actor.send({ type: 'act.change', change }))
  return (
    <Form label={label} found={failure?.refusal ?? errors} onSubmit={() => actor.send({ type: 'act.confirm' })}>
      {fields}
      <FormFailure failure={failure} />
      <ActionBar note={note}>
        <Button type="submit" busy={pending} disabled={!possible}>
          {button}
        </Button>
      </ActionBar>
    </Form>
  )
}

type StopsOfPositionProps = {
  context: ActContext
  change: (change: Partial<ActForm>) => void
  /** The price at which it is liquidated or stopped out, null for none, with its name. */
  end: { term: string; price: string | null }
  netAt: (price: string) => string | undefined
  away?: (from: string, to: string) => string
}

/** Take profit and stop loss of an open position, with the prices that they are measured against. */
export function StopsOfPosition({ context, change, end, ...more }: StopsOfPositionProps) {
  const { t } = useLabels()
  const { order, form, failure, now } = context
  const { errors } = validateStops(form, { order, price: now.price })
  const { price } = figuresOf(order, 'result')
  return (
    <>
      <StopFields
        {...more}
        symbol={order.symbol}
        direction={order.direction}
        from={now.price}
        end={end.price}
        values={form}
        currency={order.currency}
        wrong={(field) => fieldError({ errors, failure }, field)}
        onChange={change}
      />
      <Facts
        facts={[
          { term: t('orders.entry'), value: price(order.dealPrice) },
          { term: t('lever.lastPrice'), value: price(now.price) },
          { term: end.term, value: price(end.price) },
        ]}
      />
    </>
  )
}
