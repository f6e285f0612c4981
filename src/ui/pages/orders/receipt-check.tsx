import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { receiptMachine } from '../../../machines/trade/receipt.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Hash } from './hash.tsx'
import css from './receipt.module.css'
import type { ReceiptActor } from './receipt-view.tsx'

const verdicts = ['checking', 'early', 'verified', 'mismatch', 'unavailable', 'failed'] as const
type Verdict = (typeof verdicts)[number]

const icons: Record<Verdict, IconName> = {
  checking: 'clock',
  early: 'clock',
  verified: check,
  mismatch: 'warning',
  unavailable: 'info',
  failed: 'warning',
}

function verdictOf(now: SnapshotFrom<typeof receiptMachine>): Verdict {
  const verdict = verdicts.find((each) => now.matches(each)) ?? 'checking'
  // A repeated check keeps the old result until it is done.
  return verdict === 'checking' && now.context.looks > 0 ? 'early' : verdict
}

type ReceiptCheckProps = {
  actor: ReceiptActor
  /** The verified ticks: the last one's hash covers all earlier ones. */
  ticks: readonly RecordedTick[]
  ended: boolean
  /** Why there is nothing to verify. */
  nothing: string
}

/** The result of this device's receipt verification. */
export function ReceiptCheck({ actor, ticks, ended, nothing }: ReceiptCheckProps) {
  const { t } = useLabels()
  const verdict = useSelector(actor, verdictOf)
  const problem = useSelector(actor, (now) => now.context.problem)
  const last = ticks.at(-1)
  const again = verdict === 'failed' || (verdict === 'unavailable' && !ended)
  return (
    <div className={css.check} data-verdict={verdict} role="status">
      <Icon name={icons[verdict]} size={20} />
      <p className={css.verdict}>{t(`receipt.verdict.${verdict}`)}</p>
      {verdict === 'verified' && last && (
        <p className={css.detail}>
          {t('receipt.recomputed', { count: ticks.length })} <Hash hash={last.hash} />
        </p>
      )}
      {verdict === 'mismatch' && problem && <p className={css.detail}>{t(`receipt.problem.${problem}`)}</p>}
      {verdict === 'early' && <p className={css.detail}>{t('receipt.earlyHint')}</p>}
      {verdict === 'unavailable' && <p className={css.detail}>{nothing}</p>}
      {again && (
        <p className={css.again}>
          <Button kind="plain" onClick={() => actor.send({ type: 'receipt.retry' })}>
            {t('action.retry')}
          </Button>
        </p>
      )}
    </div>
  )
}
