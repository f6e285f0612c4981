import { useSelector } from '@xstate/react'
import type { MessageKey } from '../../../api/messages.ts'
import type { MicrotradeFormActor } from '../../../machines/trade/microtrade-desk.ts'
import { currentPlace, placeOf } from '../../hash.ts'
import { type UiKey, useWords } from '../../i18n/index.ts'
import { type ButtonKind, LinkButton } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { KYC } from '../../places.ts'
import { useReviewTime } from '../../review-time.ts'
import css from './microtrade-sheet.module.css'

/** The server's error keys that require identity verification. */
export const namesRefused: readonly (string | null)[] = ['verifyNameFirst', 'realNameFailed'] satisfies MessageKey[]

/** A link to identity verification, which returns to this page. */
export function ToKyc({ kind = 'plain', label = 'microtrade.verify' }: { kind?: ButtonKind; label?: UiKey }) {
  const { t } = useWords()
  return (
    <LinkButton kind={kind} to={placeOf(KYC, { next: currentPlace() })}>
      {t(label)}
    </LinkButton>
  )
}

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
