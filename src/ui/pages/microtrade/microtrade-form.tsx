import { useSelector } from '@xstate/react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import { type MicrotradeActor, validateMicrotradeNow } from '../../../machines/trade/microtradeForm.ts'
import {
  type CurrencyTerms,
  isPayable,
  type MicrotradeChange,
  type MicrotradeField,
  shareOfStake,
} from '../../../rules/microtrade/form.ts'
import { breakEvenOf, EXAMPLE_STAKE, meanOfExample } from '../../../rules/microtrade/microtrade.ts'
import { coverParams, freeOf } from '../../../rules/money/coverage.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatAmount, formatBps, formatPercent, formatPlain } from '../../format/format.ts'
import { formatSeconds } from '../../format/period.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { Available } from '../../forms/available.tsx'
import { fieldError } from '../../forms/form-failure.tsx'
import { messageText, type UiKey, useLabels } from '../../i18n/index.ts'
import { isNameWanted } from '../../offers/form.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { SheetFoot } from '../../parts/sheet/sheet-foot.tsx'
import { HELP } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { PriceSource } from '../market/price-source.tsx'
import { Money } from '../orders/figures.tsx'
import { ToKyc } from '../orders/name-callout.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { whyNot } from '../orders/why-not.ts'
import css from './microtrade-sheet.module.css'

const outcomeLabels: Record<'rise' | 'fall', { won: UiKey; lost: UiKey }> = {
  rise: { won: 'microtrade.ifAbove', lost: 'microtrade.ifBelow' },
  fall: { won: 'microtrade.ifBelow', lost: 'microtrade.ifAbove' },
}

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
      {ofCurrency && <Amount actor={actor} terms={ofCurrency} error={wrong('amount')} />}
      {terms.length > 1 && (
        <WithError error={wrong('currency')}>
          <Choice
            legend={t('microtrade.payWith')}
            look="pills"
            value={form.currency}
            options={terms.map((each) => ({
              value: each.currency,
              label: each.currency,
              ...(isPayable(each) ? {} : { note: messageText('insufficientBalance') }),
            }))}
            onChange={(currency) => change({ currency })}
          />
        </WithError>
      )}
      {ofCurrency && <Periods actor={actor} terms={ofCurrency} error={wrong('seconds')} />}
      <Outcomes />
      {failure?.refusal && failure.field === null && (
        <Callout tone="bad" action={isNameWanted(failure.refusal.key) ? <ToKyc /> : undefined}>
          {refusalText(failure.refusal)}
        </Callout>
      )}
      <Confirm actor={actor} />
      <Fine actor={actor} />
    </Form>
  )
}

/** Shares of the maximum stake, in percent. */
const SHARES = [25, 50, 75, 100]

type PartProps = { actor: MicrotradeActor; terms: CurrencyTerms; error: string | undefined }

function Amount({ actor, terms, error }: PartProps) {
  const { t, lang } = useLabels()
  const { amount, seconds, currency } = useSelector(actor, (now) => now.context.form)
  const period = terms.periods.find((each) => each.seconds === seconds)
  const free = freeOf(terms, terms.cover)
  const stakeOf = (share: number) => period && shareOfStake(free, { currency, ...period }, share)
  const figure = (text: string) => formatPlain(text, lang)
  const tooLittle = terms.cover
    ? messageText('loanNotCovered', coverParams(terms.cover, free))
    : messageText('insufficientBalance')
  const tooPoor = stakeOf(100) === undefined ? tooLittle : undefined
  return (
    <div className={css.amount}>
      <AmountField
        label={t('microtrade.amount')}
        hint={
          period &&
          t('microtrade.limits', {
            min: figure(period.min),
            max: figure(period.max),
            unit: figure(period.unit),
            currency,
          })
        }
        // An empty amount is not an error yet.
        error={amount === '' ? tooPoor : error}
        value={amount}
        onChange={(text) => actor.send({ type: 'form.change', change: { amount: text } })}
        measure={currencyOf(currency)}
      />
      <fieldset className={css.chips}>
        <legend className="visually-hidden">{t('microtrade.shares')}</legend>
        {SHARES.map((share) => {
          const stake = stakeOf(share)
          return (
            <button
              key={share}
              type="button"
              className={css.chip}
              aria-pressed={stake !== undefined && stake === amount}
              disabled={stake === undefined}
              onClick={() => actor.send({ type: 'form.change', change: { share } })}
            >
              {share === 100 ? t('action.max') : formatBps(share * 100, lang)}
            </button>
          )
        })}
      </fieldset>
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
        legend={t('microtrade.settlesIn')}
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

/** The possible outcomes. */
function Outcomes() {
  const { t } = useLabels()
  const id = useId()
  const [explained, setExplained] = useState(false)
  return (
    <div>
      <Facts
        facts={[
          { term: t('microtrade.entry'), value: t('microtrade.entryValue') },
          { term: t('microtrade.ifEqual'), value: t('microtrade.ifEqualValue') },
          {
            term: t('microtrade.settledBy'),
            value: (
              <button
                type="button"
                className={css.explain}
                aria-expanded={explained}
                aria-controls={id}
                onClick={() => setExplained(!explained)}
              >
                {t('microtrade.settledByValue')}
              </button>
            ),
          },
        ]}
      />
      <div id={id} className={css.explanation} hidden={!explained}>
        <p>{t('receipt.ruleText')}</p>
        <p>{t('receipt.ruleResult')}</p>
        <p>{t('microtrade.howChecked')}</p>
      </div>
    </div>
  )
}

/** Possible profit and loss, and the button: always visible, however small the sheet is. */
function Confirm({ actor }: { actor: MicrotradeActor }) {
  const { t, lang } = useLabels()
  const { form, offer, now, possible, busy } = useOrderForm(actor)
  const { summary } = validateMicrotradeNow({ form, offer })
  const { currency, direction } = form
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} sign />
  const rate = offer?.terms
    .find((each) => each.currency === currency)
    ?.periods.find(({ seconds }) => seconds === form.seconds)?.payoutBps
  return (
    <SheetFoot
      note={
        <>
          {rate !== undefined && <Edge payoutBps={rate} />}
          <Facts
            facts={[
              {
                term: t(outcomeLabels[direction].won),
                value: (
                  <span className="rise">
                    {summary ? money(summary.profit) : rate !== undefined && `+${formatBps(rate, lang)}`}
                  </span>
                ),
              },
              {
                term: t(outcomeLabels[direction].lost),
                value: (
                  <span className="fall">{summary ? money(`-${summary.loss}`) : `−${formatBps(10_000, lang)}`}</span>
                ),
              },
            ]}
          />
        </>
      }
    >
      <Button
        type="submit"
        kind={direction}
        busy={busy}
        disabled={!possible}
        reason={busy ? undefined : whyNot(t, now.market, null)}
      >
        {summary
          ? t('microtrade.confirm', { amount: formatPlain(summary.stake, lang), currency })
          : t('microtrade.enterAmount')}
      </Button>
    </SheetFoot>
  )
}

/** What a period brings on average, and the way to how that comes about. */
function Edge({ payoutBps }: { payoutBps: number }) {
  const { t, lang } = useLabels()
  return (
    <Link className={css.edge} href={placeOf(HELP, { slug: 'costs' })}>
      {t('microtrade.edge', {
        rate: formatPercent((breakEvenOf(payoutBps) * 100).toFixed(2), lang),
        mean: formatAmount(meanOfExample(payoutBps).toFixed(2), 'exact', 'USDT', lang, { sign: true }),
        stake: formatPlain(EXAMPLE_STAKE, lang),
      })}
    </Link>
  )
}

function Fine({ actor }: { actor: MicrotradeActor }) {
  const { t } = useLabels()
  const closable = useSelector(actor, (now) => now.can({ type: 'form.close' }))
  return (
    <div className={css.fine}>
      <p className="fine">{t('microtrade.fine')}</p>
      <PriceSource centred />
      <p className={css.cancel}>
        <Button kind="plain" disabled={!closable} onClick={() => actor.send({ type: 'form.close' })}>
          {t('action.cancel')}
        </Button>
      </p>
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
