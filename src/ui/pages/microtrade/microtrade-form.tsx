import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { type MicrotradeActor, validateMicrotradeNow } from '../../../machines/trade/microtradeForm.ts'
import {
  type CurrencyTerms,
  isPayable,
  type MicrotradeChange,
  type MicrotradeField,
  maxStake,
  presetStakes,
} from '../../../rules/microtrade/form.ts'
import { type Direction, directions } from '../../../rules/microtrade/microtrade.ts'
import { coverParams, freeOf } from '../../../rules/money/coverage.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatBps, formatPlain } from '../../format/format.ts'
import { formatSeconds } from '../../format/period.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { Available, AvailableLimit } from '../../forms/available.tsx'
import { fieldError } from '../../forms/form-failure.tsx'
import { messageText, type UiKey, useLabels } from '../../i18n/index.ts'
import { isNameWanted } from '../../offers/form.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { QuickValues } from '../../parts/fields/quick-values.tsx'
import { UnitSwitch } from '../../parts/fields/unit-switch.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { PriceSource } from '../market/price-source.tsx'
import { Act } from '../orders/act.tsx'
import { Money } from '../orders/figures.tsx'
import { ToKyc } from '../orders/name-callout.tsx'
import { sides } from '../orders/sides.ts'
import { useOrderForm } from '../orders/use-order-form.ts'
import { whyNot } from '../orders/why-not.ts'
import css from './microtrade-sheet.module.css'
import { Outcomes } from './outcomes.tsx'

const ifLost: Record<Direction, UiKey> = { rise: 'microtrade.ifBelow', fall: 'microtrade.ifAbove' }
const arrows: Record<Direction, string> = { rise: '▲', fall: '▼' }

/** The cost of an option, its possible profit and loss, and its times, all above the button. */
export function MicrotradeForm({ actor }: { actor: MicrotradeActor }) {
  const { t } = useLabels()
  const { form, offer, failure } = useOrderForm(actor)
  const { errors } = validateMicrotradeNow({ form, offer })
  const terms = offer?.terms ?? []
  const ofCurrency = terms.find(({ currency }) => currency === form.currency)
  const wrong = (field: MicrotradeField) => fieldError({ errors, failure }, field)
  const change = (next: MicrotradeChange) => actor.send({ type: 'form.change', change: next })
  return (
    <Form
      label={t('microtrade.form')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'form.confirm' })}
    >
      <Choice
        legend={t('lever.direction')}
        hideLegend
        value={form.direction}
        options={directions.map((value) => ({
          value,
          label: (
            <>
              <span aria-hidden="true">{arrows[value]} </span>
              {t(`orders.direction.${value}`)}
            </>
          ),
          tone: value,
        }))}
        onChange={(direction) => change({ direction })}
      />
      {ofCurrency && <Periods actor={actor} terms={ofCurrency} error={wrong('seconds')} />}
      {ofCurrency && (
        <Amount
          actor={actor}
          terms={ofCurrency}
          others={terms.filter((each) => each === ofCurrency || isPayable(each))}
          error={wrong('amount') ?? wrong('currency')}
        />
      )}
      <Outcomes actor={actor} />
      {failure?.refusal && failure.field === null && (
        <Callout tone="bad" action={isNameWanted(failure.refusal.key) ? <ToKyc /> : undefined}>
          {refusalText(failure.refusal)}
        </Callout>
      )}
      <Fine />
      <Confirm actor={actor} />
    </Form>
  )
}

type PartProps = { actor: MicrotradeActor; terms: CurrencyTerms; error: string | undefined }

/** The stake. `others`: the currencies it can be paid in. */
function Amount({ actor, terms, others, error }: PartProps & { others: readonly CurrencyTerms[] }) {
  const { t, lang } = useLabels()
  const { amount, seconds, currency } = useSelector(actor, (now) => now.context.form)
  const period = terms.periods.find((each) => each.seconds === seconds)
  const free = freeOf(terms, terms.cover)
  const most = period && maxStake(free, { currency, ...period })
  const change = (stake: string) => actor.send({ type: 'form.change', change: { amount: stake } })
  const tooLittle = terms.cover
    ? messageText('loanNotCovered', coverParams(terms.cover, free))
    : messageText('insufficientBalance')
  const tooPoor = most === undefined ? tooLittle : undefined
  return (
    <div className={css.amount}>
      <AmountField
        label={t('orders.stake')}
        {...(!terms.cover && {
          limit: <AvailableLimit currency={currency} available={free} />,
          onLimit: most === undefined ? undefined : () => change(most),
        })}
        // An empty amount is not an error yet.
        error={amount === '' ? tooPoor : error}
        value={amount}
        onChange={change}
        measure={currencyOf(currency)}
        {...(others.length > 1 && {
          unit: (
            <UnitSwitch
              legend={t('microtrade.payWith')}
              options={others.map((each) => ({ value: each.currency, label: each.currency }))}
              value={currency}
              onChange={(next) => actor.send({ type: 'form.change', change: { currency: next } })}
            />
          ),
        })}
      />
      {period && (
        <div className={css.roomy}>
          <QuickValues
            label={t('microtrade.stakes')}
            values={presetStakes({ currency, ...period }).map((stake) => ({
              value: stake,
              label: formatPlain(stake, lang),
              disabled: most === undefined || isAbove(stake, most),
            }))}
            isChosen={(stake) => stake === amount}
            onChoose={change}
          />
        </div>
      )}
      {terms.cover && (
        <p className={css.cover}>
          <Available currency={currency} available={free} cover={terms.cover} />
        </p>
      )}
    </div>
  )
}

function Periods({ actor, terms, error }: PartProps) {
  const { t, lang } = useLabels()
  const seconds = useSelector(actor, (now) => now.context.form.seconds)
  return (
    <WithError error={error}>
      <Choice
        legend={t('receipt.period')}
        look="chips"
        value={String(seconds)}
        options={terms.periods.map((period) => ({
          value: String(period.seconds),
          label: formatSeconds(period.seconds, lang),
          note: formatBps(period.payoutBps, lang),
        }))}
        onChange={(value) => actor.send({ type: 'form.change', change: { seconds: Number(value) } })}
      />
    </WithError>
  )
}

/** The maximum loss, and the button. */
function Confirm({ actor }: { actor: MicrotradeActor }) {
  const { t, lang } = useLabels()
  const { form, offer, now, possible, busy } = useOrderForm(actor)
  const { summary } = validateMicrotradeNow({ form, offer })
  const { currency, direction } = form
  return (
    <ActionBar
      worst={{
        term: t('order.maxLoss'),
        value: summary ? <Money as="exact" amount={summary.loss} currency={currency} /> : '–',
        isLoss: true,
      }}
      also={{ term: t(ifLost[direction]), value: `−${formatBps(10_000, lang)}` }}
    >
      <Button
        type="submit"
        kind={direction}
        busy={busy}
        doing={t('orders.sending')}
        disabled={!possible}
        reason={busy ? undefined : whyNot(t, now.market, null)}
      >
        {summary ? (
          <Act
            act={t(sides.microtrade[direction].label)}
            detail={`${formatPlain(summary.stake, lang)} ${currency} · ${formatSeconds(form.seconds, lang)}`}
          />
        ) : (
          t('microtrade.enterAmount')
        )}
      </Button>
    </ActionBar>
  )
}

function Fine() {
  const { t } = useLabels()
  return (
    <div className={css.fine}>
      <p className="fine">{t('microtrade.fine')}</p>
      <PriceSource centred />
    </div>
  )
}

/** A choice with its error. */
const WithError = ({ error, children }: { error: string | undefined; children: ReactNode }) => (
  <div>
    {children}
    {error !== undefined && (
      <p className={css.error} role="alert">
        {error}
      </p>
    )}
  </div>
)
