import { useSelector } from '@xstate/react'
import type { MicrotradeFormActor } from '../../../machines/trade/microtrade-desk.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { refresh } from '../../parts/marks/drawings.ts'
import { ordersPlace } from '../orders/orders-place.ts'

/** The order was sent and no answer arrived: what is known, and what happens next. */
export function MicrotradeUncertain({ actor }: { actor: MicrotradeFormActor }) {
  const { t } = useWords()
  const symbol = useSelector(actor, (now) => now.context.form.symbol)
  const isPending = useSelector(actor, (now) => now.hasTag('pending'))
  const sending = useSelector(actor, (now) => now.children.submitOnce)
  const canAsk = useSelector(sending, (now) => now?.hasTag('waiting') ?? false)
  if (isPending) {
    return (
      <Statement
        icon={refresh}
        title={t('microtrade.checking')}
        text={t('microtrade.checkingText')}
        actions={
          <Button kind="quiet" busy={!canAsk} onClick={() => actor.send({ type: 'order.checkNow' })}>
            {t('microtrade.checkNow')}
          </Button>
        }
      />
    )
  }
  return (
    <Statement
      icon="warning"
      title={t('microtrade.unknown')}
      text={t('microtrade.unknownText')}
      actions={<LinkButton to={ordersPlace(instrumentOf(symbol))}>{t('microtrade.seeOrders')}</LinkButton>}
    />
  )
}
