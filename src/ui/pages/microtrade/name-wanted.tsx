import { useSelector } from '@xstate/react'
import type { MessageKey } from '../../../api/messages.ts'
import { formatSeconds } from '../../format.ts'
import { currentPlace, placeOf } from '../../hash.ts'
import { type UiKey, useWords } from '../../i18n/index.ts'
import { type ButtonKind, LinkButton } from '../../parts/button.tsx'
import { Callout } from '../../parts/callout.tsx'
import { KYC } from '../../routes.ts'
import css from './option-sheet.module.css'
import type { OptionActor } from './option-sheet.tsx'

/** What the server refuses with where a name is wanted. */
export const namesRefused: readonly (string | null)[] = ['verifyNameFirst', 'realNameFailed'] satisfies MessageKey[]

/** The way to showing who one is, and from there back to where one was. */
export function ToVerification({ kind = 'plain', label = 'option.verify' }: { kind?: ButtonKind; label?: UiKey }) {
  const { t } = useWords()
  return (
    <LinkButton kind={kind} to={placeOf(KYC, { next: currentPlace() })}>
      {t(label)}
    </LinkButton>
  )
}

/** Up to how long a wait is told in seconds. */
const SOON_SECONDS = 120

/** In the place of the form, for who is not known by name yet: what is wanted, how long it takes, and where. */
export function NameWanted({ actor }: { actor: OptionActor }) {
  const { t, lang } = useWords()
  const wanted = useSelector(actor, ({ context }) => context.wanted)
  if (!wanted) return null
  const { state, reviewSeconds } = wanted
  const isSoon = reviewSeconds <= SOON_SECONDS
  return (
    <div className={css.wanted}>
      <p role="status">{t(state === 'pendingReview' ? 'option.nameReviewed' : 'option.nameWanted')}</p>
      <p className="muted">
        {isSoon ? t('option.reviewSoon', { time: formatSeconds(reviewSeconds, lang) }) : t('option.reviewDay')}
      </p>
      {state === 'refused' && <Callout tone="bad">{t('option.nameRefused')}</Callout>}
      {state === 'notSubmitted' && <Callout tone="paper">{t('kyc.paper')}</Callout>}
      {state === 'pendingReview' ? (
        <ToVerification kind="quiet" label="option.seeReview" />
      ) : (
        <ToVerification kind="primary" />
      )}
    </div>
  )
}
