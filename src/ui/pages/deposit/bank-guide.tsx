import { useSelector } from '@xstate/react'
import type { DepositFormActor } from '../../../machines/money/depositForm.ts'
import { formatPlain } from '../../format/format.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { useLabels } from '../../i18n/index.ts'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { CopyButton } from '../../parts/buttons/copy-button.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { PAYMENT_PROOF } from '../../router/places.ts'
import css from './deposit.module.css'

/** A made-up payee: no bank knows it, and no transfer reaches it. */
const PAYEE = { name: 'Quoin Paper', bank: 'Paper Bank', account: 'PAPER 0000 0000 0000' }

/** How to make a transfer: payee, reference, and the next step. */
export function BankGuide({ actor }: { actor: DepositFormActor }) {
  const { t, lang } = useLabels()
  const bank = useSelector(actor, ({ context }) => context.ground?.start.bank)
  const reviewTime = useReviewTime(useSelector(actor, ({ context }) => context.ground?.start.reviewSeconds ?? 0))
  if (!bank) return null
  const plain = (text: string) => formatPlain(text, lang)
  return (
    <>
      <p className="muted">{t('deposit.bankText')}</p>
      <Card>
        <Facts
          facts={[
            { term: t('deposit.payee'), value: PAYEE.name },
            { term: t('deposit.bankName'), value: PAYEE.bank },
            { term: t('deposit.account'), value: PAYEE.account },
            {
              term: t('deposit.remark'),
              value: (
                <span className={css.remark}>
                  {bank.remark}
                  <CopyButton text={bank.remark} label={t('deposit.copyRemark')} />
                </span>
              ),
            },
            {
              term: t('deposit.limitsTerm'),
              value: t('deposit.range', { min: plain(bank.min), max: plain(bank.max), currency: 'USDT' }),
            },
          ]}
        />
      </Card>
      <Callout tone="paper">{t('deposit.bankPaper')}</Callout>
      <div>
        <LinkButton to={PAYMENT_PROOF}>{t('deposit.toProof')}</LinkButton>
        <p className="fine">{reviewTime}</p>
      </div>
    </>
  )
}
