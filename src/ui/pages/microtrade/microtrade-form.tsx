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
import { breakEvenOf, directions, meanOfOption } from '../../../rules/microtrade/microtrade.ts'
import { coverParams, freeOf } from '../../../rules/money/coverage.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatAmount, formatBps, formatPercent, formatPlain } from '../../format/format.ts'
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
import { Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { HELP } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { PriceSource } from '../market/price-source.tsx'
import { Act } from '../orders/act.tsx'
import { Money } from '../orders/figures.tsx'
import { ToKyc } from '../orders/name-callout.tsx'
import { sides } from '../orders/sides.ts'
import { useOrderForm } from '../orders/use-order-form.ts'
import { whyNot } from '../orders/why-not.ts'
import css from './microtrade-sheet.module.css'
import { meanResult } from './profit.ts'

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
      <Choice
        legend={t('lever.direction')}
        hideLegend
        value={form.direction}
        options={directions.map((value) => ({ value, label: t(`microtrade.${value}`), tone: value }))}
        onChange={(direction) => change({ direction })}
      />
      {ofCurrency && <Periods actor={actor} terms={ofCurrency} error={wrong('seconds')} />}
      {ofCurrency && <Amount actor={actor} terms={ofCurrency} error={wrong('amount')} />}
      {terms.length > 1 && (
        <WithError error={wrong('currency')}>
          <Choice
            legend={t('microtrade.payWith')}
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
        {...(!terms.cover && {
          limit: <AvailableLimit currency={currency} available={free} />,
          onLimit:
            stakeOf(100) === undefined ? undefined : () => actor.send({ type: 'form.change', change: { share: 100 } }),
        })}
        // An empty amount is not an error yet.
        error={amount === '' ? tooPoor : error}
        value={amount}
        onChange={(text) => actor.send({ type: 'form.change', change: { amount: text } })}
        measure={currencyOf(currency)}
      />
      <QuickValues
        label={t('microtrade.shares')}
        values={SHARES.map((share) => ({
          value: share,
          label: formatBps(share * 100, lang),
          disabled: stakeOf(share) === undefined,
        }))}
        isChosen={(share) => amount !== '' && stakeOf(share) === amount}
        onChoose={(share) => actor.send({ type: 'form.change', change: { share } })}
      />
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

/** The possible outcomes. */
function Outcomes({ actor }: { actor: MicrotradeActor }) {
  const { t, lang } = useLabels()
  const id = useId()
  const [explained, setExplained] = useState(false)
  const { form, offer } = useOrderForm(actor)
  const { summary } = validateMicrotradeNow({ form, offer })
  const { currency, direction } = form
  const rate = offer?.terms
    .find((each) => each.currency === currency)
    ?.periods.find(({ seconds }) => seconds === form.seconds)?.payoutBps
  return (
    <div>
      <Facts
        facts={[
          rate !== undefined && {
            term: t(outcomeLabels[direction].won),
            value: (
              <>
                <span className="rise">
                  {summary ? (
                    <Money as="exact" amount={summary.profit} currency={currency} sign />
                  ) : (
                    `+${formatBps(rate, lang)}`
                  )}
                </span>
                {summary && ` · ${formatAmount(summary.payout, 'exact', currency, lang)}`}
              </>
            ),
          },
          rate !== undefined && {
            term: t('microtrade.breakEven'),
            value: (
              <Link className="link" href={placeOf(HELP, { slug: 'costs' })}>
                {t('microtrade.ofTheTime', { rate: formatPercent((breakEvenOf(rate) * 100).toFixed(2), lang) })}
              </Link>
            ),
          },
          rate !== undefined && {
            term: t('microtrade.average'),
            value: (
              <>
                {summary && (
                  <>
                    <span className="fall">
                      <Money as="exact" amount={meanResult(summary)} currency={currency} sign />
                    </span>
                    {' · '}
                  </>
                )}
                {formatBps(meanOfOption(rate), lang)}
              </>
            ),
          },
          { term: t('microtrade.ifEqual'), value: t('microtrade.ifEqualValue') },
          { term: t('microtrade.entry'), value: t('microtrade.entryValue') },
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

/** The maximum loss, and the button. */
function Confirm({ actor }: { actor: MicrotradeActor }) {
  const { t, lang } = useLabels()
  const { form, offer, now, possible, busy } = useOrderForm(actor)
  const { summary } = validateMicrotradeNow({ form, offer })
  const { currency, direction } = form
  return (
    <ActionBar
      worst={{
        term: t('lever.worst'),
        value: summary ? <Money as="exact" amount={summary.loss} currency={currency} /> : '–',
        isLoss: true,
      }}
      also={{ term: t(outcomeLabels[direction].lost), value: `−${formatBps(10_000, lang)}` }}
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
