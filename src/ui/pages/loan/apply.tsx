import type { ActorRefFrom } from 'xstate'
import type { LoanOffer } from '../../../api/money/loan.ts'
import { loanFormMachine, validateApplication } from '../../../machines/money/loanForm.ts'
import { loanDocumentNames } from '../../../rules/loan/loan.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatCount, formatPlain, formatPpm } from '../../format/format.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { drawSample, SampleOffer } from '../../forms/sample.tsx'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Checkbox } from '../../parts/fields/checkbox.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { PhotoField } from '../../parts/fields/photo-field.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { Header } from '../../parts/page/header.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { LOAN, LOAN_RECORDS, LOAN_TERMS, LOANS } from '../../router/places.ts'
import { navigate, placeOf, useHashPath } from '../../router/router.ts'
import { Barred } from './barred.tsx'
import { Cost } from './cost.tsx'
import css from './loan.module.css'

type FormActor = ActorRefFrom<typeof loanFormMachine>

/** Loan application. */
export function ApplyPage() {
  const { t } = useLabels()
  const actor = useActorOf(loanFormMachine, { newRequestId })
  return (
    <>
      <Header title={t('loan.apply')} back={LOANS} />
      <div className="page">
        <Content actor={actor} />
      </div>
    </>
  )
}

function Content({ actor }: { actor: FormActor }) {
  const { t } = useLabels()
  const { load, offer, applied, form, barred } = useShown(actor, (now) => ({
    load: now.children.load,
    offer: now.context.offer,
    applied: now.context.applied,
    form: now.hasTag('form'),
    barred: now.hasTag('barred'),
  }))
  const reviewTime = useReviewTime(offer?.reviewSeconds ?? 0)
  return (
    <Outcome
      actor={actor}
      where={t('loan.unknownText')}
      onClose={() => navigate(LOAN_RECORDS, { replace: true })}
      done={
        applied && (
          <Statement
            icon={check}
            title={t('loan.applied')}
            text={reviewTime}
            actions={<LinkButton to={placeOf(LOAN, { id: applied.id })}>{t('loan.seeOne')}</LinkButton>}
          />
        )
      }
    >
      {() => {
        if (offer && barred) return <Barred refusal={offer.refusal} />
        if (offer && form) return <ApplyForm actor={actor} offer={offer} />
        return <LoadFirst load={load} shapes={['line', 'row', 'card', 'card', 'button']} title={t('loan.deskFailed')} />
      }}
    </Outcome>
  )
}

function ApplyForm({ actor, offer }: { actor: FormActor; offer: LoanOffer }) {
  const { t, lang } = useLabels()
  const { form, errors, failure, busy } = useShown(actor, (now) => ({
    form: now.context.form,
    errors: now.context.errors,
    failure: now.context.failure,
    busy: now.hasTag('busy'),
  }))
  const validated = validateApplication({ form, offer })
  const { currency, min, max, left, cycles } = offer
  const plain = (amount: string) => formatPlain(amount, lang)
  // An amount is validated as it is typed; missing fields are reported on submission.
  const found = { errors: form.amount === '' ? errors : { ...errors, ...validated?.errors }, failure }
  return (
    <Form
      label={t('loan.apply')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'loan.submit' })}
    >
      <ShortDay seconds={offer.daySeconds} />
      <AmountField
        label={t('loan.amount')}
        hint={`${t('loan.range', { min: plain(min), max: plain(max), currency })} · ${t('loan.left', { amount: plain(left), currency })}`}
        error={fieldError(found, 'amount', form.amount)}
        value={form.amount}
        onChange={(amount) => actor.send({ type: 'loan.change', amount })}
        measure={currencyOf(currency)}
      />
      <Choice
        legend={t('loan.cycle')}
        look="list"
        options={cycles.map(({ days, ratePpm, yearlyBps }) => ({
          value: String(days),
          label: t('loan.days', { count: days }),
          note: `${t('loan.rateDay', { rate: formatPpm(ratePpm, lang) })} · ${t('loan.rateYear', { rate: formatBps(yearlyBps, lang) })}`,
        }))}
        value={String(form.days)}
        onChange={(days) => actor.send({ type: 'loan.choose', days: Number(days) })}
      />
      <Documents actor={actor} />
      {validated?.summary && <Cost offer={offer} days={form.days} summary={validated.summary} />}
      <Callout>
        {t('loan.howCover')} {t('loan.howHosting')}
      </Callout>
      <Consent actor={actor} offer={offer} />
      <FormFailure failure={failure} />
      {busy && <Sending actor={actor} />}
      <ActionBar>
        <Button type="submit" busy={busy}>
          {validated?.summary
            ? t('loan.confirm', { amount: plain(validated.summary.amount), currency })
            : t('loan.enterAmount')}
        </Button>
        <p className="fine">{t('loan.fine')}</p>
      </ActionBar>
    </Form>
  )
}

/** The documents of an application: photographs, or samples. */
function Documents({ actor }: { actor: FormActor }) {
  const { t } = useLabels()
  const { photos, errors, failure, busy, documentDays } = useShown(actor, (now) => ({
    photos: now.context.photos,
    errors: now.context.errors,
    failure: now.context.failure,
    busy: now.hasTag('busy'),
    documentDays: now.context.offer?.documentDays ?? 0,
  }))
  const fillSamples = async () => {
    for (const name of loanDocumentNames) {
      const photo = await drawSample(name, { width: 600, height: 800 }, ['Paper Bank', 'This is no document'])
      actor.send({ type: 'loan.choosePhoto', name, photo })
    }
  }
  return (
    <>
      <SampleOffer text={t('kyc.paper')} onFill={() => void fillSamples()} />
      {loanDocumentNames.map((name) => (
        <PhotoField
          key={name}
          label={t(`loan.${name}`)}
          photo={photos[name]}
          error={fieldError({ errors, failure }, name)}
          disabled={busy}
          onChange={(photo) => actor.send({ type: 'loan.choosePhoto', name, photo })}
        />
      ))}
      <p className="fine">{t('loan.kept', { count: documentDays })}</p>
    </>
  )
}

function Consent({ actor, offer: { agreement } }: { actor: FormActor; offer: LoanOffer }) {
  const { t, lang } = useLabels()
  const { agreed, errors, failure, busy } = useShown(actor, (now) => ({
    agreed: now.context.agreed,
    errors: now.context.errors,
    failure: now.context.failure,
    busy: now.hasTag('busy'),
  }))
  const version = formatCount(agreement.version, lang)
  return (
    <div>
      {/* Beside the form, which keeps what stands in it. */}
      <a className={css.link} href={useHashPath.hrefs(LOAN_TERMS)} target="_blank" rel="noopener">
        {t('loan.agreement')} · {t('loan.version', { version })}
      </a>
      <Checkbox
        label={t('loan.agree', { version })}
        error={fieldError({ errors, failure }, 'agreed')}
        checked={agreed}
        disabled={busy}
        onChange={(next) => actor.send({ type: 'loan.agree', agreed: next })}
      />
    </div>
  )
}

function Sending({ actor }: { actor: FormActor }) {
  const { t } = useLabels()
  const { progress, sent } = useShown(actor, ({ context: { progress: done, ids } }) => ({
    progress: done,
    sent: Object.values(ids).filter((id) => id !== null).length,
  }))
  const max = loanDocumentNames.length
  return (
    <progress
      className={css.progress}
      aria-label={t('loan.uploading')}
      max={max}
      value={Math.min(sent + progress, max)}
    />
  )
}
