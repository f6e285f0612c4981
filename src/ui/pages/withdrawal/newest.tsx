import { useSelector } from '@xstate/react'
import type { Withdrawal } from '../../../api/money/withdrawal.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import { formatPlain } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Steps } from '../../parts/lists/steps.tsx'
import { CERTIFICATE } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { shortAddress } from './address-button.tsx'
import { TakeBack } from './one-withdrawal.tsx'
import { useSteps } from './steps.ts'
import css from './withdrawal.module.css'

/** The newest withdrawal's state, step by step, with a cancel button while possible. */
export function Newest({ actor }: { actor: WithdrawalActor }) {
  const newest = useSelector(actor, ({ context }) => context.asked.newest)
  return newest && <Standing actor={actor} withdrawal={newest} />
}

function Standing({ actor, withdrawal }: { actor: WithdrawalActor; withdrawal: Withdrawal }) {
  const { t, lang } = useLabels()
  const steps = useSteps(withdrawal)
  const { state, amount, currency, address, label } = withdrawal
  return (
    <Card title={t('withdrawal.newest', { amount: formatPlain(amount, lang), currency })}>
      <p className={css.goes}>
        {t('withdrawal.to')}: {label || shortAddress(address)}
      </p>
      <Steps label={t('steps.label')} steps={steps} />
      {state === 'confirmed' && (
        <div className={css.takeBack}>
          <LinkButton kind="quiet" small to={placeOf(CERTIFICATE, { cause: 'withdrawal', id: withdrawal.id })}>
            {t('title.certificate')}
          </LinkButton>
        </div>
      )}
      <TakeBack actor={actor} withdrawal={withdrawal} />
    </Card>
  )
}
