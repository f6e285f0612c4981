import { useSelector } from '@xstate/react'
import type { MicrotradeFormActor } from '../../../machines/trade/microtrade-desk.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { useWords } from '../../i18n/index.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { ToKyc } from '../orders/name-callout.tsx'
import css from './microtrade-sheet.module.css'

/** Replaces the form for a user who is not verified: what is required, how long it takes, and where. */
export function NameWanted({ actor }: { actor: MicrotradeFormActor }) {
  const { t } = useWords()
  const wanted = useSelector(actor, ({ context }) => context.wanted)
  const time = useReviewTime(wanted?.reviewSeconds ?? 0)
  if (!wanted) return null
  const { state } = wanted
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
