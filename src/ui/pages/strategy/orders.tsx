import type { Strategy } from '../../../api/trade/strategy.ts'
import { strategyList } from '../../../machines/trade/strategies.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { strategyNetAt } from '../../../rules/strategy/strategy.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatTimeMs } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Entries } from '../../lists/paged-list.tsx'
import { ShortDayOf } from '../../lists/short-day.tsx'
import { isOrderId, NoOrder } from '../../offers/one-order.tsx'
import { Row } from '../../parts/lists/list.tsx'
import { Header } from '../../parts/page/header.tsx'
import { STRATEGIES, STRATEGY_ORDERS } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { Money } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import { NoStrategies } from './none.tsx'
import { OneStrategy } from './strategy.tsx'

/** The user's strategies, newest first; or one of them: `?strategy=…`. */
export function StrategyOrdersPage() {
  const { t } = useLabels()
  const one = useQuery().get('strategy')
  return (
    <>
      <Header
        title={t(one === null ? 'strategy.yours' : 'orders.strategy')}
        back={one === null ? STRATEGIES : STRATEGY_ORDERS}
      />
      <div className="page">
        <Shown one={one} />
      </div>
    </>
  )
}

function Shown({ one }: { one: string | null }) {
  if (one === null) return <Strategies />
  return isOrderId(one) ? <OneStrategy key={one} id={one} /> : <NoOrder />
}

function Strategies() {
  const { t } = useLabels()
  const actor = useActorOf(strategyList, { kind: 'strategy' })
  const { orders, pages } = useShown(actor, (now) => ({ orders: now.context.orders, pages: now.children.pages }))
  return (
    <>
      <ShortDayOf orders={orders.filter(({ type }) => type === 'recurring')} />
      <section>
        <Entries<Strategy>
          pages={pages}
          entries={orders}
          row={(each) => <StrategyRow strategy={each} />}
          shapes={['row', 'row', 'row', 'row']}
          label={t('strategy.yours')}
          failed={t('strategy.listFailed')}
          moreFailed={t('strategy.moreFailed')}
          none={<NoStrategies />}
        />
      </section>
    </>
  )
}

function StrategyRow({ strategy }: { strategy: Strategy }) {
  const { t } = useLabels()
  const { id, type, symbol, state, acceptedAt, spent } = strategy
  return (
    <Row
      title={`${pairOf(symbol)} · ${t(`strategy.type.${type}`)}`}
      subtitle={`${t(`strategy.state.${state}`)} · ${formatTimeMs(acceptedAt)}`}
      value={<LiveProfit orders={[strategy]} netAt={strategyNetAt} />}
      note={<Money as="exact" amount={spent} currency={QUOTE} />}
      to={placeOf(STRATEGY_ORDERS, { strategy: id })}
    />
  )
}
