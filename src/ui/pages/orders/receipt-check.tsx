import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { receiptMachine } from '../../../machines/trade/receipt.ts'
import type { RecordedTick } from '../../../rules/market/chain.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { formatCount, formatPrice } from '../../format/format.ts'
import { formatMillis } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { type Step, Steps } from '../../parts/lists/steps.tsx'
import { check, close } from '../../parts/marks/drawings.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { Tag } from '../../parts/marks/tag.tsx'
import { SERVICE } from '../../router/places.ts'
import { Hash } from './hash.tsx'
import css from './receipt.module.css'
import type { ReceiptActor } from './receipt-view.tsx'

const verdicts = ['checking', 'early', 'verified', 'mismatch', 'unavailable', 'failed'] as const
type Verdict = (typeof verdicts)[number]

const icons: Record<Verdict, IconName> = {
  checking: 'clock',
  early: 'clock',
  verified: check,
  mismatch: close,
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
  /** The ticks that decided it, by the title of each. */
  decided?: readonly { title: string; tick: RecordedTick }[]
  result?: ReactNode
}

/** The result of this device's receipt verification. */
export function ReceiptCheck({ actor, ticks, ended, nothing, decided = [], result }: ReceiptCheckProps) {
  const { t, lang } = useLabels()
  const verdict = useSelector(actor, verdictOf)
  const problem = useSelector(actor, (now) => now.context.problem)
  const last = ticks.at(-1)
  const again = verdict === 'failed' || (verdict === 'unavailable' && !ended)
  if (verdict === 'verified') {
    const steps: readonly Step[] = [
      ...decided.map(({ title, tick }) => ({
        id: tick.hash + title,
        title,
        state: 'done' as const,
        note: t('receipt.check.tick', {
          price: formatPrice(tick.price, instrumentOf(tick.symbol).scale, lang),
          time: formatMillis(tick.time).slice(11),
          sequence: formatCount(tick.seq, lang),
        }),
      })),
      ...(last
        ? [
            {
              id: 'chain',
              title: t('receipt.check.chain'),
              state: 'done' as const,
              note: (
                <>
                  {t('receipt.recomputed', { count: ticks.length })} <Hash hash={last.hash} />
                </>
              ),
            },
          ]
        : []),
      {
        id: 'result',
        title: t('receipt.check.result'),
        state: 'done' as const,
        ...(result !== undefined && { note: result }),
      },
    ]
    return (
      <section>
        <div className={css.verified} role="status">
          <h3 className={css.verdict}>{t('receipt.verdict.verified')}</h3>
          <Tag tone="good">{t('receipt.check.count', { count: steps.length })}</Tag>
        </div>
        <Steps label={t('receipt.verdict.verified')} steps={steps} />
      </section>
    )
  }
  return (
    <div className={css.check} data-verdict={verdict} role="status">
      <Icon name={icons[verdict]} size={20} />
      <p className={css.verdict}>{t(`receipt.verdict.${verdict}`)}</p>
      {verdict === 'mismatch' && problem && <p className={css.detail}>{t(`receipt.problem.${problem}`)}</p>}
      {verdict === 'early' && <p className={css.detail}>{t('receipt.earlyHint')}</p>}
      {verdict === 'unavailable' && <p className={css.detail}>{nothing}</p>}
      {verdict === 'mismatch' && (
        <p className={css.again}>
          <LinkButton kind="quiet" small to={SERVICE}>
            {t('receipt.report')}
          </LinkButton>
        </p>
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
