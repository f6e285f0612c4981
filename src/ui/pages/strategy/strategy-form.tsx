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
import { formatCount, formatPercent, formatPlain } from '../../format/format.ts'
import { Available, AvailableLimit } from '../../forms/available.tsx'
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
import { Past } from './past.tsx'
import css from './strategy.module.css'
import { stepPercent } from './sums.ts'
import { Terms, useWorst } from './terms.tsx'

/** The backtest of a strategy, its settings, its terms at the current price, and its start. */
export function StrategyForm({ actor, pending }: { actor: StrategyActor; pending: boolean }) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  const { form, loaded, now, failure, possible } = useShown(actor, (snapshot) => ({
    form: snapshot.context.form,
    loaded: snapshot.context.loaded,
    now: snapshot.context.now,
    failure: snapshot.context.failure,
    possible: snapshot.can({ type: 'strategy.confirm' }),
  }))
  const { errors, summary } = validateStrategyNow({ form, loaded, now })
  const worst = useWorst({ form, summary })
  if (!loaded) return null
  const { offer, wanted, cover } = loaded
  const { type, symbol, amount, days } = form
  const { scale } = instrumentOf(symbol)
  const change = (next: Partial<typeof form>) => actor.send({ type: 'strategy.change', change: next })
  const wrong = (field: StrategyField, text?: string) =>
    text === '' ? undefined : fieldError({ errors, failure }, field)
  const isFull = offer.live >= offer.max
  const full = isFull ? messageText('strategiesReached', { limit: formatCount(offer.max, lang) }) : undefined
  // An empty form does not wait for a price, so that the first one moves nothing.
  const waits = amount === '' ? undefined : whyNot(t, now.market, null)
  const available = freeOf({ ...offer, currency: QUOTE }, cover)
  const often = recurringDays.map((each) => ({ value: String(each), label: t(`strategy.often.${each}`) }))
  return (
    <Form
      label={t('strategy.form')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'strategy.confirm' })}
    >
      <Past actor={actor} />
      <ShortDay seconds={offer.daySeconds} />
      <p className={css.now}>
        {t('lever.lastPrice')} <Price quote$={quotes.quote$(symbol)} scale={scale} />
      </p>
      {type === 'grid' && <GridFields form={form} wrong={wrong} change={change} />}
      <AmountField
        label={t(`strategy.amount.${type}`)}
        hint={cover && <Available currency={QUOTE} available={available} cover={cover} />}
        error={wrong('amount', amount)}
        limit={<AvailableLimit currency={QUOTE} available={available} />}
        value={amount}
        onChange={(next) => change({ amount: next })}
        measure={currencyOf(QUOTE)}
      />
      {type === 'recurring' && (
        <Choice
          legend={t('strategy.howOften')}
          value={days}
          options={often}
          onChange={(next) => change({ days: next })}
        />
      )}
      <Terms actor={actor} form={form} summary={summary} />
      <FormFailure failure={failure} />
      <NameCallout wanted={wanted} failure={failure} />
      <ActionBar fixed note={t(`strategy.loses.${type}`)} {...worst}>
        <Button type="submit" busy={pending} disabled={!possible} reason={pending ? undefined : (full ?? waits)}>
          {amount === '' || !summary
            ? t('amount.enter')
            : t(`strategy.start.${type}`, {
                amount: `${formatPlain(amount, lang)} ${QUOTE}`,
                often: often.find(({ value }) => value === days)?.label ?? '',
              })}
        </Button>
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
  const limits = t('strategy.gridsHint', { min: formatCount(GRIDS_MIN, lang), max: formatCount(GRIDS_MAX, lang) })
  const step = stepPercent({ lower, upper, grids })
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
        limit={step && t('strategy.gridEach', { share: formatPercent(step, lang) })}
        hint={limits}
        error={grids === '' ? undefined : gridsOf(grids) ? wrong('grids') : limits}
        inputMode="numeric"
        enterKeyHint="next"
        autoComplete="off"
        value={grids}
        onChange={(next) => change({ grids: next.trim() })}
      />
    </>
  )
}
