import { useSelector } from '@xstate/react'
import type { DepositFormActor } from '../../../machines/money/depositForm.ts'
import { useShown } from '../../app/shown.ts'
import { formatPlain } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Card } from '../../parts/lists/list.tsx'

/** New paper money for a user who has lost all of it. */
export function Again({ actor }: { actor: DepositFormActor }) {
  const { t, lang } = useLabels()
  const amount = useSelector(actor, ({ context }) => context.ground?.start.again ?? null)
  const { busy, possible } = useShown(actor, (now) => ({
    busy: now.hasTag('busy') && now.context.again,
    possible: now.can({ type: 'deposit.again' }),
  }))
  if (amount === null) return null
  return (
    <Card title={t('deposit.again.title')}>
      <p className="muted">{t('deposit.again.text')}</p>
      <Button busy={busy} disabled={!possible} onClick={() => actor.send({ type: 'deposit.again' })}>
        {t('deposit.again.button', { amount: formatPlain(amount, lang) })}
      </Button>
    </Card>
  )
}
