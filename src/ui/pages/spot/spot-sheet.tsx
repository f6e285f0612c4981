import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { SpotPair } from '../../../api/spot.ts'
import type { spotFormMachine } from '../../../machines/trade/spotForm.ts'
import { currencyOf } from '../../../rules/currencies.ts'
import { instrumentOf } from '../../../rules/instruments.ts'
import type { SpotSide } from '../../../rules/spot.ts'
import { formatAmount } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { shortName } from '../../instrument-names.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { usePart } from '../../part.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { ORDERS } from '../../places.ts'
import { newRequestId } from '../../request-id.ts'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { Uncertain } from '../orders/uncertain.tsx'
import type { OrderSheetProps } from '../orders/use-order-sheet.tsx'
import { spot } from './part.ts'
import { SpotForm } from './spot-form.tsx'

export type SpotActor = ActorRefFrom<typeof spotFormMachine>

/** The sheet slides away with what it showed before. */
const viewOf = (now: SnapshotFrom<typeof spotFormMachine>) =>
  now.matches('loading') ? 'loading' : now.matches('failed') ? 'failed' : now.hasTag('uncertain') ? 'uncertain' : 'form'

/** The sheet that buys or sells a coin. A new form is a new sheet: give it a key. */
export function SpotSheet({ symbol, way, open, onClose }: OrderSheetProps<SpotSide>) {
  const { inspection, serverNow } = useServices()
  const machines = usePart(spot)
  const { t } = useWords()
  const input = { symbol, side: way, newRequestId, serverNow }
  const actor = useActorRef(machines.form, { input, ...inspection })
  const { pair, active, closable, view } = useShown(actor, (now) => ({
    pair: now.context.offer?.pair,
    active: now.status === 'active',
    closable: now.can({ type: 'spot.close' }),
    view: viewOf(now),
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  const holdings = useHoldings(pair)
  return (
    <Sheet
      open={open && active}
      locked={active && !closable}
      onClose={() => actor.send({ type: 'spot.close' })}
      title={t('spot.title', { name: shortName(instrumentOf(symbol)) })}
      {...(view === 'form' && holdings ? { description: holdings } : {})}
    >
      {view === 'loading' && <Skeleton bones={['button', 'line', 'button', 'card', 'button']} />}
      {view === 'failed' && (
        <LoadFailure
          title={t('microtrade.failed')}
          text={t('page.failedHint')}
          onRetry={() => actor.send({ type: 'spot.retry' })}
        />
      )}
      {view === 'form' && <SpotForm actor={actor} />}
      {view === 'uncertain' && (
        <Uncertain sending={actor} orders={ORDERS} onCheck={() => actor.send({ type: 'spot.checkNow' })} />
      )}
    </Sheet>
  )
}

/** What a person has of the coin, and of what it is paid with. */
function useHoldings(pair: SpotPair | undefined): string | undefined {
  const { t, lang } = useWords()
  if (!pair) return undefined
  const of = ({ currency, available }: SpotPair['base']) =>
    `${formatAmount(available, currencyOf(currency).shown, lang)} ${currency}`
  return t('spot.holdings', { base: of(pair.base), quote: of(pair.quote) })
}
