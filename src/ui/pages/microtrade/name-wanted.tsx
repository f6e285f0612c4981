import type { WantedName } from '../../../machines/trade/orderForm.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { useLabels } from '../../i18n/index.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { ToKyc } from '../orders/name-callout.tsx'
import css from './microtrade-sheet.module.css'

/** Replaces the form for a user who is not verified: what is required, how long it takes, and where. */
export function NameWanted({ wanted: { state, reviewSeconds } }: { wanted: WantedName }) {
  const { t } = useLabels()
  const time = useReviewTime(reviewSeconds)
  return (
    <div className={css.wanted}>
      <p role="status">{t(state === 'pendingReview' ? 'microtrade.nameReviewed' : 'microtrade.nameWanted')}</p>
      <p className="muted">{time}</p>
      {state === 'refused' && <Callout tone="bad">{t('microtrade.nameRefused')}</Callout>}
      {state === 'notSubmitted' && <Callout tone="paper">{t('kyc.paper')}</Callout>}
      {state === 'pendingReview' ? <ToKyc kind="quiet" label="microtrade.seeReview" /> : <ToKyc kind="primary" />}
    </div>
  )
}
