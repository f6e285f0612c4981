import type { LoanOffer } from '../../../api/money/loan.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { isNameWanted } from '../../offers/form.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { KYC, LOAN_RECORDS } from '../../router/places.ts'
import { currentPlace, placeOf } from '../../router/router.ts'

/** Why the user cannot apply now, with a link to what would change that. */
export function Barred({ refusal }: { refusal: LoanOffer['refusal'] }) {
  const { t } = useLabels()
  if (refusal === null) return null
  return (
    <Callout
      action={
        isNameWanted(refusal) ? (
          <LinkButton kind="plain" to={placeOf(KYC, { next: currentPlace() })}>
            {t('title.kyc')}
          </LinkButton>
        ) : (
          <LinkButton kind="plain" to={LOAN_RECORDS}>
            {t('loan.yours')}
          </LinkButton>
        )
      }
    >
      {messageText(refusal)}
    </Callout>
  )
}
