import type { Strategy } from '../../../api/trade/strategy.ts'
import { strategyList } from '../../../machines/trade/strategies.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { strategyNetAt } from '../../../rules/strategy/strategy.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatCount, formatPlain, formatTimeMs } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { usePagesView } from '../../lists/paged-list.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { NoOrder } from '../../offers/one-order.tsx'
import { Card, Facts, List, Row } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { between, Money, PriceText } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import { StrategyActs } from './acts.tsx'
import { Placed } from './placed.tsx'
import css from './strategy.module.css'

/** One strategy: state, result, possible acts, and its orders. */
export function OneStrategy({ id }: { id: string }) {
  const { t } = useLabels()
  const actor = useActorOf(strategyList, { kind: 'strategy', query: { id } })
  const { strategy, pages } = useShown(actor, (now) => ({
    strategy: now.context.orders[0],
    pages: now.children.pages,
  }))
  const view = usePagesView(pages)
  if (strategy) return <Details strategy={strategy} />
  if (view === 'loading') return <Skeleton shapes={['hero', 'button', 'card', 'card']} />
  if (view === 'ready') return <NoOrder />
  return (
    <LoadFailure
      title={t('strategy.oneFailed')}
      text={t('page.failedHint')}
      onRetry={() => pages?.send({ type: 'list.retry' })}
    />
  )
}

function Details({ strategy }: { strategy: Strategy }) {
  const { t } = useLabels()
  const { id, type, symbol, state, reason, daySeconds } = strategy
  return (
    <>
      {type === 'recurring' && <ShortDay seconds={daySeconds} />}
      <Card title={`${pairOf(symbol)} · ${t(`strategy.type.${type}`)}`}>
        <div className={css.words}>
          <p role="status">
            <strong>{t(`strategy.state.${state}`)}</strong>
          </p>
          {reason && (
            <Callout tone={state === 'failed' ? 'bad' : 'plain'}>
              {t('review.reason', { reason: messageText(reason) })}
            </Callout>
          )}
          <Figures strategy={strategy} />
          <StrategyActs strategy={strategy} />
        </div>
      </Card>
      <Settings strategy={strategy} />
      <Steps strategy={strategy} />
      <Placed id={id} list={0} />
      <Placed id={id} list={1} />
    </>
  )
}

/** Its result so far. */
function Figures({ strategy }: { strategy: Strategy }) {
  const { t, lang } = useLabels()
  const { type, symbol, coins, costs, spent, received, fees, buys, sells, rounds, realised } = strategy
  const usdt = (amount: string, sign = false) => <Money as="exact" amount={amount} currency={QUOTE} sign={sign} />
  return (
    <Facts
      facts={[
        { term: t('strategy.net'), value: <LiveProfit orders={[strategy]} netAt={strategyNetAt} /> },
        type === 'grid' && { term: t('strategy.realised'), value: usdt(realised, true) },
        type === 'grid' && { term: t('strategy.rounds'), value: formatCount(rounds, lang) },
        { term: t('strategy.coins'), value: `${formatPlain(coins, lang)} ${instrumentOf(symbol).base}` },
        { term: t('strategy.costs'), value: usdt(costs) },
        { term: t('strategy.spent'), value: usdt(spent) },
        type === 'grid' && { term: t('strategy.received'), value: usdt(received) },
        { term: t('strategy.fees'), value: usdt(fees) },
        { term: t('strategy.buys'), value: formatCount(buys, lang) },
        type === 'grid' && { term: t('strategy.sells'), value: formatCount(sells, lang) },
      ]}
    />
  )
}

/** Its settings and times. */
function Settings({ strategy }: { strategy: Strategy }) {
  const { t, lang } = useLabels()
  const { id, type, symbol, amount, days, nextAt, missed, lower, upper, steps, acceptedAt, settledAt } = strategy
  const time = (term: string, at: number | null) => at !== null && { term, value: formatTimeMs(at) }
  return (
    <Card title={t('strategy.settings')}>
      <Facts
        facts={[
          { term: t(`strategy.amount.${type}`), value: <Money as="exact" amount={amount} currency={QUOTE} /> },
          days === null && {
            term: t('strategy.range'),
            value: between(<PriceText symbol={symbol} price={lower} />, <PriceText symbol={symbol} price={upper} />),
          },
          days === null && { term: t('strategy.grids'), value: formatCount(steps.length, lang) },
          days !== null && { term: t('strategy.howOften'), value: t('strategy.every', { count: days }) },
          time(t('strategy.nextBuy'), nextAt),
          missed > 0 && { term: t('strategy.missed'), value: formatCount(missed, lang) },
          time(t('strategy.startedAt'), acceptedAt),
          time(t('strategy.endedAt'), settledAt),
          { term: t('order.number'), value: <span className="number">{id}</span> },
        ]}
      />
    </Card>
  )
}

/** The next order of each grid level, while it runs. */
function Steps({ strategy: { symbol, state, steps } }: { strategy: Strategy }) {
  const { t, lang } = useLabels()
  if (state !== 'running' || steps.length === 0) return null
  const { base } = instrumentOf(symbol)
  return (
    <Card title={t('strategy.steps')}>
      <List label={t('strategy.steps')}>
        {steps.map(({ low, high, quantity, coins }) => {
          const sells = isAbove(coins, '0')
          return (
            <li key={low}>
              <Row
                title={
                  <>
                    {t(sells ? 'strategy.sellsAt' : 'strategy.buysAt')}{' '}
                    <PriceText symbol={symbol} price={sells ? high : low} />
                  </>
                }
                value={`${formatPlain(sells ? coins : quantity, lang)} ${base}`}
              />
            </li>
          )
        })}
      </List>
    </Card>
  )
}
