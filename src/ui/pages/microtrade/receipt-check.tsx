import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { receiptMachine } from '../../../machines/trade/receipt.ts'
import { netResult } from '../../../rules/microtrade-figures.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { check } from '../../parts/drawings.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { Hash } from './hash.tsx'
import css from './receipt.module.css'

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
  // Another look changes nothing until it is done.
  return verdict === 'checking' && now.context.looks > 0 ? 'early' : verdict
}

/** What this device found when it recomputed the receipt. */
export function ReceiptCheck({ actor }: { actor: ActorRefFrom<typeof receiptMachine> }) {
  const { t } = useWords()
  const verdict = useSelector(actor, verdictOf)
  const problem = useSelector(actor, (now) => now.context.problem)
  const ticks = useSelector(actor, (now) => now.context.receipt?.ticks ?? [])
  const last = ticks.at(-1)
  const ended = useSelector(
    actor,
    ({ context: { receipt } }) => receipt !== null && netResult(receipt.order) !== undefined,
  )
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
      {verdict === 'unavailable' && (
        <p className={css.detail}>{t(ended ? 'receipt.voidHint' : 'receipt.unsettledHint')}</p>
      )}
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
