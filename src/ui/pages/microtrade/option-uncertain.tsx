import { useSelector } from '@xstate/react'
import { instrumentOf } from '../../../rules/instruments.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Statement } from '../../parts/statement.tsx'
import type { OptionActor } from './option-sheet.tsx'
import { ordersPlace } from './orders-place.ts'

/** The order went out and no answer came: what is known, and what is being done about it. */
export function OptionUncertain({ actor }: { actor: OptionActor }) {
  const { t } = useWords()
  const symbol = useSelector(actor, (now) => now.context.form.symbol)
  const isPending = useSelector(actor, (now) => now.hasTag('pending'))
  const canAsk = useSelector(actor, (now) => now.can({ type: 'order.checkNow' }))
  if (isPending) {
    return (
      <Statement
        icon="refresh"
        title={t('option.checking')}
        text={t('option.checkingText')}
        actions={
          <Button kind="quiet" busy={!canAsk} onClick={() => actor.send({ type: 'order.checkNow' })}>
            {t('option.checkNow')}
          </Button>
        }
      />
    )
  }
  return (
    <Statement
      icon="warning"
      title={t('option.unknown')}
      text={t('option.unknownText')}
      actions={<LinkButton to={ordersPlace(instrumentOf(symbol))}>{t('option.seeOrders')}</LinkButton>}
    />
  )
}
