import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { PriceAlert } from '../../../api/market/price-alerts.ts'
import { alertsMachine } from '../../../machines/trade/alerts.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { alertSides } from '../../../rules/market/price-alerts.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { formatPrice, formatTimeMs } from '../../format/format.ts'
import { pairName } from '../../format/instrument-names.ts'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { Price } from '../../parts/lists/price.tsx'
import { bellPlus } from '../../parts/marks/drawings.ts'
import { HeaderAction } from '../../parts/page/header.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { LOGIN } from '../../router/places.ts'
import css from './alert-sheet.module.css'

/** A button on the chart that opens the market's price alerts. */
export function AlertAction({ instrument }: { instrument: Instrument }) {
  const { session } = useServices()
  const { t } = useLabels()
  const [open, setOpen] = useState(false)
  const signedIn = useSelector(session, (now) => now.hasTag('signedIn'))
  return (
    <>
      <HeaderAction icon={bellPlus} label={t('alerts.title')} onClick={() => setOpen(true)} />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('alerts.title')}
        description={t('alerts.about', { pair: pairName(instrument) })}
      >
        {signedIn ? <Alerts instrument={instrument} /> : <LinkButton to={LOGIN}>{t('action.signIn')}</LinkButton>}
      </Sheet>
    </>
  )
}

function Alerts({ instrument }: { instrument: Instrument }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const { symbol, scale, quote } = instrument
  const actor = useActorOf(alertsMachine, { symbol })
  const form = useSelector(actor, ({ context }) => context.form)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const all = useSelector(actor, ({ context }) => context.alerts)
  const ready = useSelector(actor, (now) => now.hasTag('ready'))
  const busy = useSelector(actor, (now) => now.hasTag('busy'))
  const settable = useSelector(actor, (now) => now.can({ type: 'alert.set' }))
  const load = useSelector(actor, ({ children }) => children.load)
  useReconnected(() => actor.getSnapshot().children.load?.send({ type: 'load.retry' }))
  if (!ready) return <LoadFirst load={load} shapes={['line', 'line', 'button']} title={t('alerts.failed')} />
  return (
    <>
      <Form label={t('alerts.form')} found={failure} onSubmit={() => actor.send({ type: 'alert.set' })}>
        <p className={css.now}>
          {t('alerts.now')} <Price quote$={quotes.quote$(symbol)} scale={scale} />
        </p>
        <Choice
          legend={t('alerts.side')}
          hideLegend
          value={form.side}
          options={alertSides.map((value) => ({ value, label: t(`alerts.side.${value}`) }))}
          onChange={(side) => actor.send({ type: 'alert.change', change: { side } })}
        />
        <AmountField
          label={t('alerts.price')}
          error={fieldError<'price'>({ errors: {}, failure }, 'price', form.price)}
          value={form.price}
          onChange={(price) => actor.send({ type: 'alert.change', change: { price } })}
          measure={{ code: quote, scale, shown: scale }}
        />
        <FormFailure failure={failure} unanswered="alerts.unanswered" />
        <ActionBar>
          <Button type="submit" busy={busy} disabled={!settable && !busy}>
            {settable || busy
              ? t(`alerts.set.${form.side}`, { price: formatPrice(form.price, scale, lang) })
              : t('alerts.setNone')}
          </Button>
        </ActionBar>
        <p className="muted">{t('alerts.once')}</p>
      </Form>
      {all.length > 0 && (
        <List label={t('alerts.list')}>
          {all.map((alert) => (
            <Line
              key={alert.id}
              alert={alert}
              scale={scale}
              onRemove={() => actor.send({ type: 'alert.remove', id: alert.id })}
            />
          ))}
        </List>
      )}
    </>
  )
}

function Line({ alert, scale, onRemove }: { alert: PriceAlert; scale: number; onRemove: () => void }) {
  const { t, lang } = useLabels()
  const { side, price, fired, setAt } = alert
  const level = formatPrice(price, scale, lang)
  const came = fired && {
    price: formatPrice(fired.price, scale, lang),
    time: formatTimeMs(fired.time),
  }
  return (
    <li className={css.line}>
      <Row
        title={t(`alerts.is.${side}`, { price: level })}
        subtitle={came ? t('alerts.came', came) : t('alerts.since', { time: formatTimeMs(setAt) })}
      />
      {!fired && (
        <Button kind="quiet" small onClick={onRemove} aria-label={t('alerts.removeOne', { price: level })}>
          {t('alerts.remove')}
        </Button>
      )}
    </li>
  )
}
