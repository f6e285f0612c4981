import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { firstTradeMachine } from '../../../machines/trade/firstTrade.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { keep, readKept } from '../../app/kept.ts'
import { loadedWith } from '../../app/loader.ts'
import { useReconnected } from '../../app/reconnected.ts'
import type { Running } from '../../app/running.ts'
import { useServices } from '../../app/services.ts'
import { chartPlace } from '../../format/instrument-names.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { useLabels } from '../../i18n/index.ts'
import { useLatest } from '../../parts/bind.ts'
import { Card, Row } from '../../parts/lists/list.tsx'
import { close } from '../../parts/marks/drawings.ts'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { KYC, MARKETS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { microtrade } from '../microtrade/part.ts'
import { orders } from '../orders/part.ts'
import css from './own.module.css'
import { type StepToTrade, stepsToTrade } from './steps-to-trade.ts'

const toKyc = placeOf(KYC, { next: chartPlace(instrumentOf('BTCUSDT')) })
const ways: Record<StepToTrade, { icon: IconName; to: string }> = {
  name: { icon: 'account', to: toKyc },
  review: { icon: 'clock', to: toKyc },
  trade: { icon: 'markets', to: MARKETS },
}

const nothing: readonly Running[] = []

const KEPT = 'first-step-dismissed'
const isOwner = (value: unknown): value is { userId: string } =>
  typeof value === 'object' && value !== null && 'userId' in value

/** For a signed-in user who has never traded: the next step, of any product, until they dismiss it. */
export function FirstTrade() {
  const { session, running, parts } = useServices()
  const all = useLatest(running.running$, nothing)
  const isKnown = useLatest(running.known$, false)
  const loader = useMemo(() => loadedWith(parts(orders), parts(microtrade)), [parts])
  const loaded = useSyncExternalStore(loader.subscribe, loader.now)
  useEffect(() => loader.load(), [loader])
  const userId = useSelector(session, ({ context }) => context.userInfo?.id)
  const [dismissed, dismiss] = useState(() => readKept(KEPT, isOwner)?.userId)
  if (loaded.type !== 'ready' || !isKnown || all.length > 0 || userId === undefined || dismissed === userId) return null
  return (
    <NextStep
      onDismiss={() => {
        keep(KEPT, { userId })
        dismiss(userId)
      }}
    />
  )
}

function NextStep({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLabels()
  const actor = useActorOf(firstTradeMachine)
  useReconnected(() => actor.getSnapshot().children.load?.send({ type: 'load.retry' }))
  const standing = useSelector(actor, ({ context }) => context.standing)
  const reviewTime = useReviewTime(standing?.reviewSeconds ?? 0)
  const steps = standing ? stepsToTrade(standing) : []
  const [next] = steps
  if (!next) return null
  const { icon, to } = ways[next]
  return (
    <Card menu>
      <div className={css.step}>
        <Row
          leading={<Icon name={icon} size={20} className={css.icon} />}
          title={t(`home.first.${next}`)}
          subtitle={next === 'review' ? reviewTime : t('home.firstLeft', { count: steps.length })}
          to={to}
        />
        <button type="button" className={css.dismiss} aria-label={t('home.first.dismiss')} onClick={onDismiss}>
          <Icon name={close} size={16} />
        </button>
      </div>
    </Card>
  )
}
