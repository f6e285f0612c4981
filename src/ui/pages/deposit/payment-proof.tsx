import { depositFormMachine } from '../../../machines/money/depositForm.ts'
import { BANK_CURRENCY } from '../../../rules/deposit/deposit.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatPlain } from '../../format/format.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useDone } from '../../forms/form-fields.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { drawSample, SampleOffer } from '../../forms/sample.tsx'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { PhotoField } from '../../parts/fields/photo-field.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { DEPOSIT } from '../../router/places.ts'
import { navigate, placeOf } from '../../router/router.ts'
import css from './deposit.module.css'
import { FormEnd } from './form-end.tsx'

/** Draws a screenshot of a made-up payment. */
const drawProof = () => drawSample('proof', { width: 600, height: 800 }, ['Paper Bank', 'Nothing was paid'])

/** The proof of payment: amount and screenshot. */
export function PaymentProofPage() {
  const { notice } = useServices()
  const { t, lang } = useLabels()
  const input = { way: 'bank', choice: { currency: BANK_CURRENCY, network: '' }, newRequestId } as const
  const actor = useActorOf(depositFormMachine, input)
  const { form, errors, failure, bank, proof, progress, busy, failed, sent } = useShown(actor, (now) => ({
    form: now.context.form,
    errors: now.context.errors,
    failure: now.context.failure,
    bank: now.context.ground?.start.bank,
    proof: now.context.proof,
    progress: now.context.progress,
    busy: now.hasTag('busy'),
    failed: now.hasTag('failed'),
    sent: now.context.sent !== null,
  }))
  useDone(sent, () => {
    notice.send({ type: 'notice.show', notice: { key: 'submittedForReview', tone: 'good' } })
    navigate(placeOf(DEPOSIT, { way: 'bank' }), { replace: true })
  })
  if (failed) {
    return (
      <LoadFailure
        title={t('deposit.failed')}
        text={t('page.failedHint')}
        onRetry={() => actor.send({ type: 'deposit.retry' })}
      />
    )
  }
  if (!bank) return <Skeleton shapes={['line', 'line', 'card', 'button']} />
  const { amount } = form
  const plain = (text: string) => formatPlain(text, lang)
  const fillSample = async () => actor.send({ type: 'deposit.choosePhoto', proof: await drawProof() })
  return (
    <div className="page">
      <SampleOffer text={t('deposit.proofPaper')} onFill={() => void fillSample()} />
      <Form
        label={t('title.paymentProof')}
        found={failure?.refusal ?? errors}
        onSubmit={() => actor.send({ type: 'deposit.submit' })}
      >
        <AmountField
          label={t('deposit.amount')}
          hint={t('deposit.range', { min: plain(bank.min), max: plain(bank.max), currency: BANK_CURRENCY })}
          error={fieldError({ errors, failure }, 'amount', amount)}
          value={amount}
          onChange={(value) => actor.send({ type: 'deposit.change', value })}
          measure={currencyOf(BANK_CURRENCY)}
          name="amount"
        />
        <PhotoField
          label={t('deposit.proof')}
          photo={proof}
          error={fieldError({ errors, failure }, 'proof')}
          disabled={busy}
          onChange={(chosen) => actor.send({ type: 'deposit.choosePhoto', proof: chosen })}
        />
        <FormEnd actor={actor} />
        {busy && <progress className={css.progress} aria-label={t('deposit.uploading')} max={1} value={progress} />}
        <ActionBar>
          <Button type="submit" busy={busy}>
            {amount === ''
              ? t('deposit.submitProof')
              : t('deposit.submitAmount', { amount: plain(amount), currency: BANK_CURRENCY })}
          </Button>
          <p className="fine">{t('deposit.proofFine')}</p>
        </ActionBar>
      </Form>
    </div>
  )
}
