import type { Deposit } from '../../../api/money/deposit.ts'
import { useLabels } from '../../i18n/index.ts'
import type { Step } from '../../parts/lists/steps.tsx'

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))

/** The steps of a deposit: past ones with their times, the current one, and future ones. */
export function useSteps({ state, acceptedAt, countedAt, settledAt }: Deposit): readonly Step[] {
  const { t } = useLabels()
  const done = (id: 'submitted' | 'counted' | 'credited', at: number | null): Step => ({
    id,
    title: t(id === 'credited' ? 'deposit.state.succeeded' : `deposit.step.${id}`),
    state: 'done',
    at: seconds(at),
  })
  const wasCounted = countedAt !== null && state !== 'underReview' && countedAt <= (settledAt ?? countedAt)
  const behind = [done('submitted', acceptedAt), ...(wasCounted ? [done('counted', countedAt)] : [])]
  const now = { id: state, title: t(`deposit.state.${state}`), at: seconds(settledAt) }
  switch (state) {
    case 'succeeded':
      return [...behind, done('credited', settledAt)]
    case 'failed':
      return [...behind, { ...now, state: 'stopped' }]
    default:
      return [
        ...behind,
        { ...now, state: 'now' },
        { id: 'credited', title: t('deposit.state.succeeded'), state: 'toCome' },
      ]
  }
}
