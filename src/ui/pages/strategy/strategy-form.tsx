import type { StrategyActor } from '../../../machines/trade/strategyForm.ts'
import { validateStrategyNow } from '../../../machines/trade/strategyForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { freeOf } from '../../../rules/money/coverage.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { gridsOf, type StrategyField } from '../../../rules/strategy/form.ts'
import { GRIDS_MAX, GRIDS_MIN, recurringDays } from '../../../rules/strategy/strategy.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatCount } from '../../format/format.ts'
import { Available } from '../../forms/available.tsx'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { messageText, useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Price } from '../../parts/lists/price.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { NameCallout } from '../orders/name-callout.tsx'
import order from '../orders/order-form.module.css'
import { whyNot } from '../orders/why-not.ts'
import { PastCard } from './past.tsx'
import css from './strategy.module.css'

/** The settings of a strategy, and their backtest. */
export function StrategyForm({ actor }: { actor: StrategyActor }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const { form, loaded, now, failure, possible } = useShown(actor, (snapshot) => ({
    form: snapshot.context.form,
    loaded: snapshot.context.loaded,
    now: snapshot.context.now,
    failure: snapshot.context.failure,
    possible: snapshot.can({ type: 'strategy.review' }),
  }))
  if (!loaded) return null
  const { offer, wanted, cover } = loaded
  const { errors } = validateStrategyNow({ form, loaded, now })
  const { type, symbol, amount } = form
  const { scale } = instrumentOf(symbol)
  const change = (next: Partial<typeof form>) => actor.send({ type: 'strategy.change', change: next })
  const wrong = (field: StrategyField, text?: string) =>
    text === '' ? undefined : fieldError({ errors, failure }, field)
  const isFull = offer.live >= offer.max
  const full = isFull ? messageText('strategiesReached', { limit: formatCount(offer.max, lang) }) : undefined
  // An empty form does not wait for a price, so that the first one moves nothing.
  const waits = amount === '' ? undefined : whyNot(t, now.market, null)
  return (
    <Form
      label={t('strategy.form')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'strategy.review' })}
    >
      <ShortDay seconds={offer.daySeconds} />
      <p className={css.now}>
        {t('lever.priceAbout')} <Price quote$={quotes.quote$(symbol)} scale={scale} />
      </p>
      {type === 'recurring' ? (
        <Choice
          legend={t('strategy.howOften')}
          value={form.days}
          options={recurringDays.map((days) => ({ value: String(days), label: t('strategy.every', { count: days }) }))}
          onChange={(days) => change({ days })}
        />
      ) : (
        <GridFields form={form} wrong={wrong} change={change} />
      )}
      <AmountField
        label={t(`strategy.amount.${type}`)}
        hint={<Available currency={QUOTE} available={freeOf({ ...offer, currency: QUOTE }, cover)} cover={cover} />}
        error={wrong('amount', amount)}
        value={amount}
        onChange={(next) => change({ amount: next })}
        measure={currencyOf(QUOTE)}
      />
      <PastCard actor={actor} />
      <FormFailure failure={failure} />
      <NameCallout wanted={wanted} failure={failure} />
      <ActionBar>
        <Button type="submit" disabled={!possible} reason={full ?? waits}>
          {amount === '' ? t('strategy.enterAmount') : t('strategy.review')}
        </Button>
        <p className="fine">{t('strategy.fine')}</p>
      </ActionBar>
    </Form>
  )
}

type GridFieldsProps = {
  form: { symbol: string; lower: string; upper: string; grids: string }
  wrong: (field: StrategyField, text?: string) => string | undefined
  change: (next: { lower?: string; upper?: string; grids?: string }) => void
}

/** The range of a grid, and its number of levels. */
function GridFields({ form: { symbol, lower, upper, grids }, wrong, change }: GridFieldsProps) {
  const { t, lang } = useLabels()
  const { scale } = instrumentOf(symbol)
  const price = { code: QUOTE, scale, shown: scale }
  const steps = t('strategy.gridsHint', { min: formatCount(GRIDS_MIN, lang), max: formatCount(GRIDS_MAX, lang) })
  return (
    <>
      <div className={order.pair}>
        <AmountField
          label={t('strategy.lower')}
          error={wrong('lower', lower)}
          value={lower}
          onChange={(next) => change({ lower: next })}
          measure={price}
        />
        <AmountField
          label={t('strategy.upper')}
          error={wrong('upper', upper)}
          value={upper}
          onChange={(next) => change({ upper: next })}
          measure={price}
        />
      </div>
      <Field
        label={t('strategy.grids')}
        hint={steps}
        error={grids === '' ? undefined : gridsOf(grids) ? wrong('grids') : steps}
        inputMode="numeric"
        autoComplete="off"
        value={grids}
        onChange={(next) => change({ grids: next.trim() })}
      />
    </>
  )
}
