import type { ActorRefFrom } from 'xstate'
import type { LoanOffer } from '../../../api/money/loan.ts'
import { loanFormMachine, validateApplication } from '../../../machines/money/loanForm.ts'
import { type LoanSummary, loanDocumentNames } from '../../../rules/loan/loan.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatCount, formatDate, formatPlain, formatPpm } from '../../format/format.ts'
import { formatDayCount } from '../../format/period.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { PhotoField } from '../../forms/photo-field.tsx'
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
import { Facts } from '../../parts/lists/list.tsx'
import { Progress } from '../../parts/lists/progress.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Section } from '../../parts/page/section.tsx'
import { Sentences } from '../../parts/page/sentences.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { LOAN, LOAN_RECORDS, LOAN_TERMS, LOANS } from '../../router/places.ts'
import { navigate, placeOf, useHashPath } from '../../router/router.ts'
import { Money } from '../orders/figures.tsx'
import { Barred } from './barred.tsx'
import css from './loan.module.css'
import { useRate } from './rate.ts'

type FormActor = ActorRefFrom<typeof loanFormMachine>

/** Loan application. */
export function ApplyPage() {
  const { t } = useLabels()
  const actor = useActorOf(loanFormMachine, { newRequestId })
  return (
    <>
      <Header
        title={t('loan.apply')}
        back={LOANS}
        trailing={<HeaderLink to={LOAN_RECORDS}>{t('loan.yours')}</HeaderLink>}
      />
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
  const { form, errors, failure, busy, photos, agreed } = useShown(actor, (now) => ({
    form: now.context.form,
    errors: now.context.errors,
    failure: now.context.failure,
    busy: now.hasTag('busy'),
    photos: now.context.photos,
    agreed: now.context.agreed,
  }))
  const validated = validateApplication({ form, offer })
  const { currency, min, max, left, cycles } = offer
  const plain = (amount: string) => formatPlain(amount, lang)
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  const exact = (amount: string) => formatAmount(amount, 'exact', currency, lang)
  const summary = validated?.summary
  const photo = loanDocumentNames.find((name) => photos[name] === null)
  const missing =
    !summary || Object.keys(validated.errors).length > 0
      ? t('amount.enter')
      : photo
        ? t('loan.add', { document: t(`loan.${photo}`) })
        : agreed
          ? undefined
          : t('loan.agreeFirst')
  // An amount is validated as it is typed; missing fields are reported on submission.
  const found = { errors: form.amount === '' ? errors : { ...errors, ...validated?.errors }, failure }
  return (
    <Form
      label={t('loan.apply')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'loan.submit' })}
    >
      <Repaid offer={offer} days={form.days} summary={summary} />
      <ShortDay seconds={offer.daySeconds} />
      <AmountField
        label={t('amount.label')}
        hint={t('loan.left', { amount: plain(left), currency })}
        error={fieldError(found, 'amount', form.amount)}
        limit={t('amount.range', { min: plain(min), max: plain(max), currency })}
        value={form.amount}
        onChange={(amount) => actor.send({ type: 'loan.change', amount })}
        measure={currencyOf(currency)}
      />
      <Choice
        legend={t('loan.cycle')}
        options={cycles.map(({ days }) => ({ value: String(days), label: formatDayCount(days, lang) }))}
        value={String(form.days)}
        onChange={(days) => actor.send({ type: 'loan.choose', days: Number(days) })}
      />
      <Documents actor={actor} />
      <IfLate offer={offer} summary={summary} />
      <p className="muted">
        <Sentences>
          {t('loan.howCover')}
          {t('loan.howHosting')}
        </Sentences>
      </p>
      <Consent actor={actor} offer={offer} />
      <FormFailure failure={failure} />
      {busy && <Sending actor={actor} />}
      <ActionBar
        fixed
        worst={summary && { term: t('loan.mostCost'), value: money(summary.mostCost), isLoss: true }}
        also={
          summary && {
            term: t('loan.mostParts', { interest: exact(summary.interest) }),
            value: exact(summary.lateMost),
          }
        }
      >
        <Button type="submit" busy={busy} disabled={missing !== undefined}>
          {missing ?? t('loan.confirm', { amount: plain(summary?.amount ?? '0'), currency })}
        </Button>
        <p className="fine">{t('loan.fine')}</p>
      </ActionBar>
    </Form>
  )
}

type CostProps = { offer: LoanOffer; summary: LoanSummary | undefined }

/** The repayment and its date, if the loan is paid out now. */
function Repaid({ offer, days, summary }: CostProps & { days: number }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const rateOf = useRate()
  const { currency, daySeconds, cycles } = offer
  const cycle = cycles.find((each) => each.days === days)
  const due = Math.floor(serverNow() / 1_000) + days * daySeconds
  const interest =
    summary && t('loan.withInterest', { interest: formatAmount(summary.interest, 'exact', currency, lang) })
  return (
    <Hero
      label={t('loan.repayOn', { date: formatDate(due) })}
      unit={summary && currency}
      note={[interest, cycle && rateOf(cycle.ratePpm)].filter((each) => each !== undefined).join(' · ')}
    >
      {summary ? formatAmount(summary.total, 'exact', currency, lang) : '–'}
    </Hero>
  )
}

/** The cost of paying late. */
function IfLate({ offer, summary }: CostProps) {
  const { t, lang } = useLabels()
  const rateOf = useRate()
  const { currency, latePpm, lateCapPpm, collectAfterDays } = offer
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  const cap = formatPpm(lateCapPpm, lang)
  return (
    <Section title={t('loan.ifLate')}>
      <Facts
        facts={[
          {
            term: t('loan.lateFee'),
            value: rateOf(latePpm),
          },
          summary && { term: t('loan.lateDay'), value: money(summary.lateDay) },
          {
            term: t('loan.lateMost'),
            value: summary ? (
              <>
                {cap} · {money(summary.lateMost)}
              </>
            ) : (
              cap
            ),
          },
          { term: t('loan.afterLate', { count: collectAfterDays }), value: t('loan.collected') },
        ]}
      />
    </Section>
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
    <Section title={t('loan.documents')}>
      <SampleOffer text={t('kyc.paper')} onFill={() => void fillSamples()} />
      <div className={css.documents}>
        {loanDocumentNames.map((name) => (
          <PhotoField
            key={name}
            label={t(`loan.${name}`)}
            photo={photos[name]}
            error={fieldError({ errors, failure }, name)}
            disabled={busy}
            plain
            onChange={(photo) => actor.send({ type: 'loan.choosePhoto', name, photo })}
          />
        ))}
      </div>
      <p className="fine">
        <Sentences>
          {t('photo.hint')}
          {t('loan.kept', { count: documentDays })}
        </Sentences>
      </p>
    </Section>
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
      {/* A new tab, so that the form keeps its input. */}
      <a className={css.link} href={useHashPath.hrefs(LOAN_TERMS)} target="_blank" rel="noopener">
        {t('loan.agreement')} · {t('document.version', { version })}
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
  return <Progress label={t('loan.uploading')} max={max} value={Math.min(sent + progress, max)} />
}
