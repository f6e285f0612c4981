import { type ReactNode, useState } from 'react'
import { type ChartInterval, chartIntervals, type Interval } from '../../../rules/market/intervals.ts'
import { type IndicatorKey, indicatorKeys } from '../../chart/indicators.ts'
import { longInterval } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Choice, type ChoiceOption } from '../../parts/fields/choice.tsx'
import { check, down, expand, shrink, wave } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { changeChartChoices, useChartChoices } from './chart-choices.ts'
import css from './chart-controls.module.css'

/** Those in the row; the others are in the menu, and in the row while chosen. */
const common: readonly ChartInterval[] = ['tick', '1m', '5m', '15m', '1h', '4h', '1d']

const shortInterval = (interval: Interval): string => interval.replace(/[dw]$/, (unit) => unit.toUpperCase())

type ChartControlsProps = {
  interval: ChartInterval
  /** The chart fills the screen. */
  full: boolean
  onFull: (full: boolean) => void
  /** Below the indicators, in their sheet. */
  tools: (close: () => void) => ReactNode
}

/** Ticks or bar width, the indicators over and below bars, and whether the chart fills the screen. */
export function ChartControls({ interval, full, onFull, tools }: ChartControlsProps) {
  const { t, lang } = useLabels()
  const [open, setOpen] = useState<'intervals' | 'tools'>()
  const toolsName = `${t('kline.indicators')} · ${t('kline.lines')}`
  const close = () => setOpen(undefined)
  const choose = (next: ChartInterval) => changeChartChoices({ interval: next })
  const name = (value: ChartInterval) => (value === 'tick' ? t('kline.tick') : longInterval(value, lang))
  const short = (value: ChartInterval): ChoiceOption<ChartInterval> => ({
    value,
    label:
      value === 'tick' ? (
        name(value)
      ) : (
        <>
          <span aria-hidden="true">{shortInterval(value)}</span>
          <span className="visually-hidden">{name(value)}</span>
        </>
      ),
  })
  return (
    <div className={css.controls}>
      <div className={css.intervals}>
        <Choice
          legend={t('kline.interval')}
          hideLegend
          look="pills"
          value={interval}
          onChange={choose}
          options={chartIntervals.filter((each) => common.includes(each) || each === interval).map(short)}
        />
      </div>
      <button type="button" className={css.more} aria-haspopup="dialog" onClick={() => setOpen('intervals')}>
        {t('kline.more')}
        <Icon name={down} size={16} />
      </button>
      <button
        type="button"
        className={css.tool}
        aria-haspopup="dialog"
        aria-label={toolsName}
        onClick={() => setOpen('tools')}
      >
        <Icon name={wave} size={20} />
      </button>
      <button
        type="button"
        className={css.tool}
        aria-label={t('kline.full')}
        aria-pressed={full}
        onClick={() => onFull(!full)}
      >
        <Icon name={full ? shrink : expand} size={20} />
      </button>
      <Sheet open={open === 'intervals'} onClose={close} title={t('kline.interval')}>
        <Choice
          legend={t('kline.interval')}
          hideLegend
          look="list"
          value={interval}
          onChange={(next) => {
            choose(next)
            close()
          }}
          options={chartIntervals.map((value) => ({ value, label: name(value) }))}
        />
      </Sheet>
      <Sheet open={open === 'tools'} onClose={close} title={toolsName}>
        {interval !== 'tick' && <IndicatorChoice />}
        {tools(close)}
      </Sheet>
    </div>
  )
}
function IndicatorChoice() {
  const { t } = useLabels()
  const { indicators } = useChartChoices()
  const toggle = (key: IndicatorKey) => {
    const next = indicatorKeys.filter((each) => (each === key) !== indicators.includes(each))
    changeChartChoices({ indicators: next })
  }
  return (
    <ul className={css.indicators} aria-label={t('kline.indicators')}>
      {indicatorKeys.map((key) => (
        <li key={key}>
          <label className={css.indicator}>
            <input
              type="checkbox"
              className={css.box}
              checked={indicators.includes(key)}
              onChange={() => toggle(key)}
            />
            <span>
              <span className={css.name}>{t(`kline.indicator.${key}`)}</span>
              <span className={css.hint}>{t(`kline.indicatorHint.${key}`)}</span>
            </span>
            <Icon name={check} size={20} className={css.mark} />
          </label>
        </li>
      ))}
    </ul>
  )
}
