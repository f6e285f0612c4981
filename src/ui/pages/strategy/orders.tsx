import type { Strategy } from '../../../api/strategy.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { useActorOf } from '../../actor-of.ts'
import { formatTime } from '../../format.ts'
import { placeOf, useQuery } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { isOrderId, NoOrder } from '../../one-order.tsx'
import { More, usePagesView } from '../../paged-list.tsx'
import { usePart } from '../../part.ts'
import { Header } from '../../parts/header.tsx'
import { List, Row } from '../../parts/list.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { STRATEGIES, STRATEGY_ORDERS } from '../../places.ts'
import { ShortDayOf } from '../../short-day.tsx'
import { useShown } from '../../shown.ts'
import { Money } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import { NoStrategies } from './none.tsx'
import { strategy as part } from './part.ts'
import { OneStrategy } from './strategy.tsx'

/** The user's strategies, newest first; or one of them: `?strategy=…`. */
export function StrategyOrdersPage() {
  const { t } = useWords()
  const one = useQuery().get('strategy')
  return (
    <>
      <Header
        title={t(one === null ? 'strategy.yours' : 'strategy.one')}
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
  const { t } = useWords()
  const actor = useActorOf(usePart(part).list, { kind: 'strategy' })
  const { orders, pages } = useShown(actor, (now) => ({ orders: now.context.orders, pages: now.children.pages }))
  const view = usePagesView(pages)
  if (view === 'loading') return <Skeleton bones={['row', 'row', 'row', 'row']} />
  if (view === 'failed') {
    return (
      <LoadFailure
        title={t('strategy.listFailed')}
        text={t('page.failedHint')}
        onRetry={() => actor.send({ type: 'list.retry' })}
      />
    )
  }
  if (orders.length === 0) return <NoStrategies />
  return (
    <>
      <ShortDayOf orders={orders.filter(({ type }) => type === 'recurring')} />
      <section>
        <List label={t('strategy.yours')}>
          {orders.map((each) => (
            <li key={each.id}>
              <StrategyRow strategy={each} />
            </li>
          ))}
        </List>
        <More pages={pages} failedText={t('strategy.moreFailed')} onMore={() => actor.send({ type: 'list.more' })} />
      </section>
    </>
  )
}

function StrategyRow({ strategy }: { strategy: Strategy }) {
  const { t } = useWords()
  const { id, type, symbol, state, acceptedAt, spent } = strategy
  return (
    <Row
      title={`${pairOf(symbol)} · ${t(`strategy.type.${type}`)}`}
      subtitle={`${t(`strategy.state.${state}`)} · ${formatTime(Math.floor(acceptedAt / 1000))}`}
      value={<LiveProfit orders={[{ kind: 'strategy', ...strategy }]} />}
      note={<Money as="exact" amount={spent} currency={QUOTE} />}
      to={placeOf(STRATEGY_ORDERS, { strategy: id })}
    />
  )
}
