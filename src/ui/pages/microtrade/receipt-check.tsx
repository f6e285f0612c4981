import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { receiptMachine } from '../../../machines/receipt.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../parts/button.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { Hash } from './hash.tsx'
import css from './receipt.module.css'

const verdicts = ['checking', 'verified', 'mismatch', 'unavailable', 'failed'] as const
type Verdict = (typeof verdicts)[number]

const icons: Record<Verdict, IconName> = {
  checking: 'clock',
  verified: 'check',
  mismatch: 'warning',
  unavailable: 'info',
  failed: 'warning',
}

/** What this device found when it recomputed the receipt. */
export function ReceiptCheck({ actor }: { actor: ActorRefFrom<typeof receiptMachine> }) {
  const { t } = useWords()
  const verdict = useSelector(actor, (now) => verdicts.find((each) => now.matches(each)) ?? 'checking')
  const problem = useSelector(actor, (now) => now.context.problem)
  const ticks = useSelector(actor, (now) => now.context.receipt?.ticks ?? [])
  const last = ticks.at(-1)
  const again = verdict === 'failed' || verdict === 'unavailable'
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
      {verdict === 'unavailable' && <p className={css.detail}>{t('receipt.unavailableHint')}</p>}
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
