import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { PriceAlert } from '../../../api/market/price-alerts.ts'
import { type AlertForm, alertsMachine } from '../../../machines/trade/alerts.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { type AlertSide, alertSides, isReached } from '../../../rules/market/price-alerts.ts'
import { parseMoney } from '../../../rules/money/money.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useServices } from '../../app/services.ts'
import { changePercent, formatBps, formatPercent, formatPrice, formatTimeMs } from '../../format/format.ts'
import { pairName } from '../../format/instrument-names.ts'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { useNow, useText } from '../../parts/bind.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { QuickValues } from '../../parts/fields/quick-values.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { Price } from '../../parts/lists/price.tsx'
import { bell, bellPlus } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { HeaderAction } from '../../parts/page/header.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { LOGIN } from '../../router/places.ts'
import { priceAway } from '../orders/quick-values.ts'
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
      <Sheet open={open} onClose={() => setOpen(false)} title={`${t('alerts.title')} · ${pairName(instrument)}`}>
        {signedIn ? <Alerts instrument={instrument} /> : <LinkButton to={LOGIN}>{t('action.signIn')}</LinkButton>}
      </Sheet>
    </>
  )
}

/** Distances from the price that a tap enters, in basis points. */
const DISTANCES_BPS = [100, 200, 500] as const

function Alerts({ instrument }: { instrument: Instrument }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const { symbol, scale, quote } = instrument
  const quote$ = quotes.quote$(symbol)
  const actor = useActorOf(alertsMachine, { symbol })
  const form = useSelector(actor, ({ context }) => context.form)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const all = useSelector(actor, ({ context }) => context.alerts)
  const ready = useSelector(actor, (now) => now.hasTag('ready'))
  const busy = useSelector(actor, (now) => now.hasTag('busy'))
  const settable = useSelector(actor, (now) => now.can({ type: 'alert.set' }))
  const load = useSelector(actor, ({ children }) => children.load)
  useReconnected(() => actor.getSnapshot().children.load?.send({ type: 'load.retry' }))
  const { side } = form
  const level = parseMoney(form.price, scale)
  const passed$ = useMemo(
    () =>
      quote$.pipe(
        map(({ price }) => level !== undefined && isReached(side, level, parseMoney(price, scale) ?? level)),
        distinctUntilChanged(),
      ),
    [quote$, side, level, scale],
  )
  const passed = useNow(passed$, false)
  const distance = useText(quote$, ({ price }) =>
    level === undefined
      ? ''
      : t('alerts.distance', {
          percent: formatPercent(changePercent(price, form.price), lang, { sign: true }),
        }),
  )
  if (!ready) return <LoadFirst load={load} shapes={['line', 'line', 'button']} title={t('alerts.failed')} />
  const change = (change: Partial<AlertForm>) => actor.send({ type: 'alert.change', change })
  return (
    <Form label={t('alerts.form')} found={failure} onSubmit={() => !passed && actor.send({ type: 'alert.set' })}>
      <Hero label={t('lever.lastPrice')}>
        <Price quote$={quote$} scale={scale} />
      </Hero>
      <Choice
        legend={t('alerts.side')}
        hideLegend
        value={side}
        options={alertSides.map((value) => ({ value, label: t(`alerts.side.${value}`) }))}
        onChange={(side) => change({ side })}
      />
      <div className={css.price}>
        <AmountField
          label={t('price.label')}
          error={fieldError<'price'>(
            { errors: passed ? { price: { key: 'alertReached', params: {} } } : {}, failure },
            'price',
            form.price,
          )}
          value={form.price}
          onChange={(price) => change({ price })}
          measure={{ code: quote, scale, shown: scale }}
          limit={<span ref={distance} />}
        />
        <QuickPrices instrument={instrument} side={side} onChoose={(price) => change({ price })} />
      </div>
      <FormFailure failure={failure} unanswered="alerts.unanswered" />
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
      <ActionBar note={<p className="fine">{t('alerts.once')}</p>}>
        <Button type="submit" busy={busy} disabled={!busy && (passed || !settable)}>
          {form.price === '' || level === undefined
            ? t('alerts.setNone')
            : passed
              ? t('alerts.setOther')
              : t('alerts.set', { price: formatPrice(form.price, scale, lang) })}
        </Button>
      </ActionBar>
    </Form>
  )
}

type QuickPricesProps = { instrument: Instrument; side: AlertSide; onChoose: (price: string) => void }

/** Prices at a distance, and the end of the day's range, in the direction of an alert. */
function QuickPrices({ instrument: { symbol }, side, onChoose }: QuickPricesProps) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const [sign, way] = side === 'above' ? ['+', 1] : ['−', -1]
  return (
    <QuickValues
      label={t('alerts.quick')}
      values={[
        ...DISTANCES_BPS.map((bps) => ({ value: bps, label: `${sign}${formatBps(bps, lang)}` })),
        { value: 0, label: t(side === 'above' ? 'kline.high' : 'kline.low') },
      ]}
      onChoose={(bps) => {
        const quote = quotes.current(symbol)
        if (!quote) return
        const end = side === 'above' ? quote.high24h : quote.low24h
        onChoose(bps === 0 ? end : priceAway(quote.price, way * bps, symbol))
      }}
    />
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
        leading={<Icon name={bell} size={20} />}
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
