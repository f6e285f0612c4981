import { useEffect } from 'react'
import { strategyFormMachine } from '../../../machines/trade/strategyForm.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { findPair, pairs } from '../../../rules/market/pairs.ts'
import { type StrategyType, strategyTypes } from '../../../rules/strategy/strategy.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Outcome } from '../../offers/uncertain.tsx'
import { SelectField } from '../../parts/fields/field.tsx'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { setQuery } from '../../router/place-query.ts'
import { STRATEGIES, STRATEGY_ORDERS } from '../../router/places.ts'
import { navigate, placeOf, useQuery } from '../../router/router.ts'
import { StrategyForm } from './strategy-form.tsx'

/** The form that starts a strategy: `?type=…&symbol=…`. Each pair has its own form. */
export function StartPage() {
  const { t } = useLabels()
  const query = useQuery()
  const type = strategyTypes.find((each) => each === query.get('type')) ?? 'recurring'
  const symbol = findPair(query.get('symbol') ?? '')?.symbol ?? 'BTCUSDT'
  return (
    <>
      <Header
        title={`${t(`strategy.type.${type}`)} · ${type === 'grid' ? pairOf(symbol) : instrumentOf(symbol).base}`}
        back={STRATEGIES}
        trailing={<HeaderLink to={STRATEGIES}>{t('strategy.guide')}</HeaderLink>}
      />
      <div className="page">
        <PairField type={type} symbol={symbol} />
        <Start key={`${type} ${symbol}`} type={type} symbol={symbol} />
      </div>
    </>
  )
}

function Start({ type, symbol }: { type: StrategyType; symbol: string }) {
  const { serverNow } = useServices()
  const { t } = useLabels()
  const actor = useActorOf(strategyFormMachine, { type, symbol, newRequestId, serverNow })
  const { known, failed, started } = useShown(actor, (now) => ({
    known: now.context.loaded !== null,
    failed: now.hasTag('failed'),
    started: now.context.started?.id,
  }))
  useEffect(() => {
    if (started !== undefined) navigate(placeOf(STRATEGY_ORDERS, { strategy: started }), { replace: true })
  }, [started])
  if (known) {
    return (
      <Outcome
        actor={actor}
        done={null}
        where={t('strategy.unknownText')}
        onClose={() => navigate(STRATEGY_ORDERS, { replace: true })}
      >
        {(pending) => <StrategyForm actor={actor} pending={pending} />}
      </Outcome>
    )
  }
  if (!failed) return <Skeleton shapes={['hero', 'button', 'line', 'line', 'button']} />
  return (
    <LoadFailure
      title={t('strategy.notLoaded')}
      text={t('page.failedHint')}
      onRetry={() => actor.send({ type: 'strategy.retry' })}
    />
  )
}

/** The pair to trade. It stays in place, and in focus, when the form gives way to that of another pair. */
function PairField({ type, symbol }: { type: StrategyType; symbol: string }) {
  const { t } = useLabels()
  return (
    <SelectField
      label={t('strategy.pair')}
      value={symbol}
      onChange={(next) => setQuery({ type, symbol: next })}
      options={pairs.map(({ symbol: value }) => ({ value, label: pairOf(value) }))}
    />
  )
}
