import type { Withdrawal } from '../../../api/money/withdrawal.ts'
import { WITHDRAWAL_ARRIVES_HOURS } from '../../../rules/withdrawal/withdrawal.ts'
import { useLabels } from '../../i18n/index.ts'
import type { Step } from '../../parts/lists/steps.tsx'

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))

/** The steps of a withdrawal: past ones with their times, the current one, and future ones. */
export function useSteps({ state, submittedAt, approvedAt, sentAt, settledAt, reason }: Withdrawal): readonly Step[] {
  const { t } = useLabels()
  const step = (id: 'submitted' | 'approved' | 'sent' | 'confirmed', at: number | null): Step => ({
    id,
    title: t(`withdrawal.step.${id}`),
    state: at === null ? 'toCome' : 'done',
    at: seconds(at),
  })
  const all = [
    step('submitted', submittedAt),
    step('approved', approvedAt),
    step('sent', sentAt),
    step('confirmed', state === 'confirmed' ? settledAt : null),
  ]
  if (state === 'refused' || state === 'cancelled' || state === 'bounced') {
    const stopped: Step = {
      id: state,
      title: t(`withdrawal.state.${state}`),
      state: 'stopped',
      at: seconds(settledAt),
      note: reason ?? t('withdrawal.backAgain'),
    }
    return [...all.filter((each) => each.state === 'done'), stopped]
  }
  const next = all.findIndex((each) => each.state === 'toCome')
  return all.map((each, at) => ({
    ...each,
    // The current step has its own label in the present tense.
    ...(at === next && { state: 'now' as const, title: t(`withdrawal.state.${state}`) }),
    ...(at === all.length - 1 &&
      next >= 0 && { note: t('withdrawal.arrivesValue', { count: WITHDRAWAL_ARRIVES_HOURS }) }),
  }))
}
