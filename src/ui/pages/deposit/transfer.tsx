import type { DepositStart } from '../../../api/money/deposit.ts'
import { type DepositFormActor, depositFormMachine, isAmountConfirmed } from '../../../machines/money/depositForm.ts'
import { BANK_CURRENCY } from '../../../rules/deposit/deposit.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatPlain } from '../../format/format.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { fieldError } from '../../forms/form-failure.tsx'
import { useChanged } from '../../forms/form-fields.ts'
import { PhotoField } from '../../forms/photo-field.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { drawSample, SampleOffer } from '../../forms/sample.tsx'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { type Step, Steps } from '../../parts/lists/steps.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import css from './deposit.module.css'
import { FormEnd } from './form-end.tsx'

/** A made-up payee: no bank knows it, and no transfer reaches it. */
const PAYEE = { name: 'Quoin Paper', bank: 'Paper Bank', account: 'PAPER 0000 0000 0000' }

/** Draws a screenshot of a made-up payment. */
const drawProof = () => drawSample('proof', { width: 600, height: 800 }, ['Paper Bank', 'Nothing was paid'])

type TransferProps = {
  /** The terms, if they are already loaded. */
  start?: DepositStart | undefined
  onSent: () => void
}

/** A bank transfer, step by step: the amount, the payee, the proof of payment, and the review. */
export function Transfer({ start, onSent }: TransferProps) {
  const { t } = useLabels()
  const actor = useActorOf(depositFormMachine, {
    way: 'bank',
    choice: { currency: BANK_CURRENCY, network: '' },
    newRequestId,
    ground: start && { start, network: '', address: null },
  })
  const { known, failed, sent } = useShown(actor, (now) => ({
    known: now.context.ground !== null,
    failed: now.hasTag('failed'),
    sent: now.context.sent?.id ?? null,
  }))
  useChanged(sent, onSent)
  if (failed) {
    return (
      <LoadFailure
        title={t('deposit.failed')}
        text={t('page.failedHint')}
        onRetry={() => actor.send({ type: 'deposit.retry' })}
      />
    )
  }
  return known ? <TransferForm actor={actor} /> : <Skeleton shapes={['line', 'line', 'card', 'button']} />
}

function useForm(actor: DepositFormActor) {
  const shown = useShown(actor, (now) => ({
    form: now.context.form,
    errors: now.context.errors,
    failure: now.context.failure,
    start: now.context.ground?.start,
    isConfirmed: isAmountConfirmed(now.context),
    proof: now.context.proof,
    progress: now.context.progress,
    busy: now.hasTag('busy'),
  }))
  const { errors, failure, form } = shown
  return { ...shown, amountError: fieldError({ errors, failure }, 'amount', form.amount) }
}

function TransferForm({ actor }: { actor: DepositFormActor }) {
  const { t, lang } = useLabels()
  const { form, errors, failure, progress, busy, isConfirmed } = useForm(actor)
  const steps = useTransferSteps(actor)
  const money = `${formatAmount(form.amount || '0', 'exact', BANK_CURRENCY, lang)} ${BANK_CURRENCY}`
  return (
    <Form
      label={t('deposit.way.bank')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'deposit.submit' })}
    >
      <Steps label={t('deposit.way.bank')} steps={steps} />
      <FormEnd actor={actor} />
      {busy && <progress className={css.progress} aria-label={t('deposit.uploading')} max={1} value={progress} />}
      <ActionBar fixed worst={isConfirmed ? { term: t('deposit.receive'), value: money } : undefined}>
        <Button type="submit" busy={busy}>
          {isConfirmed ? `${t('deposit.submitProof')} · ${money}` : t('action.continue')}
        </Button>
        <p className="fine">{t(isConfirmed ? 'deposit.proofFine' : 'deposit.bankFine')}</p>
      </ActionBar>
    </Form>
  )
}

/** The steps: the amount is open until it is confirmed, and then the proof. */
function useTransferSteps(actor: DepositFormActor): readonly Step[] {
  const { t, lang } = useLabels()
  const { form, errors, failure, start, proof, busy, amountError, isConfirmed } = useForm(actor)
  const reviewTime = useReviewTime(start?.reviewSeconds ?? 0)
  const plain = (text = '0') => formatPlain(text, lang)
  const copied = (term: string, value: string) => ({
    term,
    value: (
      <span className={css.copied}>
        {value}
        <CopyButton text={value} label={t('action.copyOf', { what: term })} />
      </span>
    ),
  })
  const fillSample = async () => actor.send({ type: 'deposit.choosePhoto', proof: await drawProof() })
  return [
    isConfirmed
      ? {
          id: 'amount',
          title: `${formatAmount(form.amount, 'exact', BANK_CURRENCY, lang)} ${BANK_CURRENCY}`,
          state: 'done',
          note: t('deposit.noFee'),
          aside: !busy && (
            <Button kind="plain" onClick={() => actor.send({ type: 'deposit.back' })}>
              {t('action.change')}
            </Button>
          ),
        }
      : {
          id: 'amount',
          title: t('amount.label'),
          state: 'now',
          content: (
            <AmountField
              label={t('amount.label')}
              hint={t('amount.range', {
                min: plain(start?.bank.min),
                max: plain(start?.bank.max),
                currency: BANK_CURRENCY,
              })}
              limit={t('deposit.left', { left: plain(start?.bank.left) })}
              error={amountError}
              value={form.amount}
              onChange={(value) => actor.send({ type: 'deposit.change', value })}
              measure={currencyOf(BANK_CURRENCY)}
              name="amount"
            />
          ),
        },
    {
      id: 'transfer',
      title: t('deposit.transfer'),
      state: isConfirmed ? 'done' : 'toCome',
      ...(isConfirmed && {
        content: (
          <div className={css.panel}>
            <Card>
              <Facts
                facts={[
                  copied(t('bank.payee'), PAYEE.name),
                  { term: t('bank.bank'), value: PAYEE.bank },
                  copied(t('deposit.account'), PAYEE.account),
                  copied(t('deposit.remark'), start?.bank.remark ?? ''),
                ]}
              />
            </Card>
            <Callout tone="paper">{t('deposit.bankPaper')}</Callout>
          </div>
        ),
      }),
    },
    {
      id: 'proof',
      title: t('title.paymentProof'),
      state: isConfirmed ? 'now' : 'toCome',
      ...(isConfirmed && {
        content: (
          <div className={css.panel}>
            <PhotoField
              label={t('deposit.proof')}
              photo={proof}
              error={fieldError({ errors, failure }, 'proof')}
              disabled={busy}
              onChange={(chosen) => actor.send({ type: 'deposit.choosePhoto', proof: chosen })}
            />
            <SampleOffer text={t('deposit.proofPaper')} onFill={() => void fillSample()} />
          </div>
        ),
      }),
    },
    { id: 'review', title: t('deposit.reviewed'), state: 'toCome', note: reviewTime },
  ]
}
