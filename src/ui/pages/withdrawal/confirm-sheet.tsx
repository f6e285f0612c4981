import { useSelector } from '@xstate/react'
import { termsIn } from '../../../machines/money/withdrawal-form-types.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import { findSendingNetwork } from '../../../rules/money/coin-networks.ts'
import { isMostWithdrawal, validateWithdrawal } from '../../../rules/withdrawal/withdrawal.ts'
import { useShown } from '../../app/shown.ts'
import { formatPlain } from '../../format/format.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { FormSheet } from '../../offers/form.tsx'
import { Checking } from '../../offers/uncertain.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { ProofFields } from './proof-fields.tsx'
import { WholeAddress } from './whole-address.tsx'

/** Amount and full address, and the proof that confirms them. */
export function ConfirmSheet({ actor }: { actor: WithdrawalActor }) {
  const { t } = useLabels()
  return (
    <FormSheet actor={actor} title={t('withdrawal.confirmTitle')}>
      <Proof actor={actor} />
    </FormSheet>
  )
}

function Proof({ actor }: { actor: WithdrawalActor }) {
  const { t, lang } = useLabels()
  const shown = useShown(actor, ({ context }) => ({
    form: context.form,
    errors: context.errors,
    failure: context.failure,
    asked: context.asked,
    serverNow: context.serverNow,
  }))
  const busy = useSelector(actor, (now) => now.hasTag('pending'))
  const { form, errors, failure, asked } = shown
  const { summary } = validateWithdrawal(form, termsIn(shown))
  const address = asked.addresses.find(({ id }) => id === form.addressId)
  const bind = bindFields({ form, errors, failure, busy }, (field, value) =>
    actor.send({ type: 'withdrawal.change', field, value }),
  )
  const money = (amount = '') => `${formatPlain(amount, lang)} ${form.currency}`
  return (
    <Form
      label={t('withdrawal.confirmTitle')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'withdrawal.submit' })}
    >
      <Facts
        facts={[
          { term: t('network.label'), value: findSendingNetwork(address?.network ?? '')?.name },
          { term: t('withdrawal.to'), value: address && <WholeAddress address={address.address} /> },
          { term: t('withdrawal.feeInside'), value: money(summary?.fee) },
        ]}
      />
      {isMostWithdrawal(form, asked) && <p className="fine">{t('withdrawal.upTo')}</p>}
      <ProofFields bind={bind} authenticator={asked.authenticator} />
      <FormFailure failure={failure} />
      <Checking actor={actor} />
      <ActionBar
        worst={{ term: t('withdrawal.receives'), value: money(summary?.receives) }}
        note={<Callout>{t(address?.checked === false ? 'withdrawal.compareUnchecked' : 'withdrawal.compare')}</Callout>}
      >
        <Button type="submit" busy={busy}>
          {t('withdrawal.submit', { amount: formatPlain(form.amount, lang), currency: form.currency })}
        </Button>
      </ActionBar>
    </Form>
  )
}
