import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { StrategyActor } from '../../../machines/trade/strategyForm.ts'
import { pastSpans } from '../../../machines/trade/strategyForm.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../rules/money/money.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import type { StrategyPast } from '../../../rules/strategy/replay.ts'
import { useShown } from '../../app/shown.ts'
import { Lines } from '../../chart/lines.tsx'
import { formatCount, formatTime } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { Money } from '../orders/figures.tsx'
import css from './strategy.module.css'

/** A backtest of these settings over the last days, compared with holding. */
export function PastCard({ actor }: { actor: StrategyActor }) {
  const { t } = useLabels()
  const days = useSelector(actor, ({ context }) => context.pastDays)
  return (
    <Card title={t('strategy.past')}>
      <div className={css.words}>
        <Choice
          legend={t('strategy.pastOver')}
          hideLegend
          value={String(days)}
          options={pastSpans.map((span) => ({
            value: String(span.days),
            label: t('strategy.lastDays', { count: span.days }),
          }))}
          onChange={(chosen) => {
            const span = pastSpans.find((each) => String(each.days) === chosen)
            if (span) actor.send({ type: 'strategy.lookBack', days: span.days })
          }}
        />
        <Found actor={actor} />
        <p className="fine">{t('strategy.pastFine')}</p>
      </div>
    </Card>
  )
}

function Found({ actor }: { actor: StrategyActor }) {
  const { t } = useLabels()
  const playing = useSelector(actor, ({ children }) => children.past)
  const { past, busy, failed, shown } = useShown(playing, (now) => ({
    past: now?.context.past ?? null,
    busy: now?.hasTag('busy') ?? false,
    failed: now?.hasTag('failed') ?? false,
    shown: now?.hasTag('shown') ?? false,
  }))
  if (failed)
    return <LoadFailure title={t('strategy.pastFailed')} onRetry={() => playing?.send({ type: 'past.retry' })} />
  if (past) return <Result past={past} busy={busy} />
  if (busy) return <Skeleton shapes={['chart', 'line', 'line']} />
  return <p className="muted">{t(shown ? 'strategy.pastNoBars' : 'strategy.pastNone')}</p>
}

const scale = currencyOf(QUOTE).scale
const netOf = (amount: string, budget: string) =>
  formatMoney((parseMoney(amount, scale) ?? 0n) - (parseMoney(budget, scale) ?? 0n), scale)

type ResultProps = { past: StrategyPast; busy: boolean }

function Result({ past: { from, to, budget, value, held, fees, buys, sells, line }, busy }: ResultProps) {
  const { t, lang } = useLabels()
  const money = (amount: string) => <Money as="exact" amount={amount} currency={QUOTE} />
  const against = (amount: string): ReactNode => (
    <>
      {money(amount)} (<Money as="exact" amount={netOf(amount, budget)} currency={QUOTE} sign />)
    </>
  )
  const span = { from: formatTime(from), to: formatTime(to) }
  const times = useMemo(() => line.map(([time]) => time), [line])
  // Drawn with floats; no figure is derived from them.
  const lines = useMemo(
    () => [
      { name: t('strategy.pastThis'), values: line.map(([, has]) => Number(has)) },
      { name: t('strategy.pastHeld'), values: line.map(([, , has]) => Number(has)) },
    ],
    [line, t],
  )
  return (
    <div className={css.result} aria-busy={busy}>
      <Lines label={t('strategy.pastChart', span)} times={times} lines={lines} />
      <p className="fine">{t('strategy.pastSpan', span)}</p>
      <Facts
        facts={[
          { term: t('strategy.pastBudget'), value: money(budget) },
          { term: t('strategy.pastThis'), value: against(value) },
          { term: t('strategy.pastHeld'), value: against(held) },
          { term: t('strategy.fees'), value: money(fees) },
          { term: t('strategy.buys'), value: formatCount(buys, lang) },
          sells > 0 && { term: t('strategy.sells'), value: formatCount(sells, lang) },
        ]}
      />
    </div>
  )
}
