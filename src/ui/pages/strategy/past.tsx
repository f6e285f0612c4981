import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { StrategyActor } from '../../../machines/trade/strategyForm.ts'
import { pastSpans } from '../../../machines/trade/strategyForm.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import type { StrategyPast } from '../../../rules/strategy/replay.ts'
import type { StrategyType } from '../../../rules/strategy/strategy.ts'
import { useShown } from '../../app/shown.ts'
import { Lines } from '../../chart/lines.tsx'
import {
  changePercent,
  directionOf,
  formatAmount,
  formatCount,
  formatPercent,
  formatTime,
} from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { colours } from '../orders/figures.tsx'
import css from './strategy.module.css'
import { cents, less, plus } from './sums.ts'

/** The backtest of a form, and its period in words. */
export function usePast(actor: StrategyActor) {
  const { t } = useLabels()
  const days = useSelector(actor, ({ context }) => context.pastDays)
  const playing = useSelector(actor, ({ children }) => children.past)
  const { past, busy, failed, shown } = useShown(playing, (now) => ({
    past: now?.context.past ?? null,
    busy: now?.hasTag('busy') ?? false,
    failed: now?.hasTag('failed') ?? false,
    shown: now?.hasTag('shown') ?? false,
  }))
  const retry = () => playing?.send({ type: 'past.retry' })
  return { past, busy, failed, shown, retry, days, span: t('day.count', { count: days }) }
}

/** The result of these settings over the last days, compared with holding. */
export function Past({ actor }: { actor: StrategyActor }) {
  const { t, lang } = useLabels()
  const { past, busy, failed, shown, retry, days, span } = usePast(actor)
  const type = useSelector(actor, ({ context }) => context.form.type)
  const net = past && netOf(past)
  return (
    <div className={css.result} aria-busy={busy}>
      <Hero
        label={t(`strategy.same.${type}`, { span })}
        unit={net === null ? undefined : QUOTE}
        note={
          <span className="muted">
            {past ? <Made type={type} past={past} /> : t(shown ? 'strategy.pastNoBars' : 'strategy.pastNone')}
          </span>
        }
      >
        {net === null ? (
          '–'
        ) : (
          <span className={colours[directionOf(net)]}>{formatAmount(net, 'exact', QUOTE, lang, { sign: true })}</span>
        )}
      </Hero>
      <Choice
        legend={t('time.range')}
        hideLegend
        value={String(days)}
        options={pastSpans.map((each) => ({
          value: String(each.days),
          label: t('day.count', { count: each.days }),
        }))}
        onChange={(chosen) => {
          const found = pastSpans.find((each) => String(each.days) === chosen)
          if (found) actor.send({ type: 'strategy.lookBack', days: found.days })
        }}
      />
      <div className={css.chart}>
        {failed && <LoadFailure title={t('strategy.pastFailed')} onRetry={retry} />}
        {past && !failed && <Drawn past={past} />}
        {!past && busy && <Skeleton shapes={['chart']} />}
      </div>
      <p className={css.note}>{t('strategy.pastFine')}</p>
    </div>
  )
}

/** The result, in whole cents. */
const netOf = ({ value, budget }: StrategyPast) => cents(less(value, budget))

/** The parts of the result: of a grid its steps and coins, of a recurring buy its cost and value. */
function Made({ type, past }: { type: StrategyType; past: StrategyPast }) {
  const { t, lang } = useLabels()
  const [net, paid, realised] = [netOf(past), cents(past.spent), cents(past.realised)]
  const exact = (amount: string, sign = false) => formatAmount(amount, 'exact', QUOTE, lang, { sign })
  if (type === 'grid') {
    return t('strategy.pastGrid', {
      rounds: formatCount(past.rounds, lang),
      realised: exact(realised, true),
      coins: exact(less(net, realised), true),
    })
  }
  const worth = plus(paid, net)
  return t('strategy.pastPaid', {
    paid: exact(paid),
    worth: exact(worth),
    change: formatPercent(changePercent(paid, worth), lang, { sign: true }),
  })
}

/** The value of the budget over time, by this strategy and by just holding. */
function Drawn({ past: { from, to, line } }: { past: StrategyPast }) {
  const { t } = useLabels()
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
    <Lines
      label={t('strategy.pastChart', { from: formatTime(from), to: formatTime(to) })}
      times={times}
      lines={lines}
    />
  )
}
