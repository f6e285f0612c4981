import { useSelector } from '@xstate/react'
import { firstTradeMachine } from '../../../machines/trade/firstTrade.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { chartPlace } from '../../format/instrument-names.ts'
import { useReviewTime } from '../../format/review-time.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../../parts/lists/list.tsx'
import { Icon, type IconName } from '../../parts/marks/icons.tsx'
import { KYC } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { Foot } from './foot-card.tsx'
import { type StepToTrade, stepsToTrade } from './steps-to-trade.ts'

const toChart = chartPlace(instrumentOf('BTCUSDT'))
const toKyc = placeOf(KYC, { next: toChart })
const ways: Record<StepToTrade, { icon: IconName; to: string }> = {
  name: { icon: 'account', to: toKyc },
  review: { icon: 'clock', to: toKyc },
  trade: { icon: 'trade', to: toChart },
}

/** The next onboarding step of a user who has never traded, and how many are left. */
export function FirstTrade() {
  const { t } = useLabels()
  const actor = useActorOf(firstTradeMachine)
  useReconnected(() => actor.getSnapshot().children.load?.send({ type: 'load.retry' }))
  const standing = useSelector(actor, ({ context }) => context.standing)
  const reviewTime = useReviewTime(standing?.reviewSeconds ?? 0)
  const steps = standing ? stepsToTrade(standing) : []
  const [next] = steps
  if (!next) return null
  const { icon, to } = ways[next]
  const left = t('firstTrade.left', { count: steps.length })
  return (
    <Foot>
      <Row
        leading={<Icon name={icon} />}
        title={t(`firstTrade.${next}`)}
        subtitle={next === 'review' ? reviewTime : left}
        to={to}
        arrow
      />
    </Foot>
  )
}
