import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ChartInterval, chartIntervals, type Interval } from '../../../rules/market/intervals.ts'
import { type IndicatorKey, indicatorKeys } from '../../chart/indicators.ts'
import { longInterval } from '../../format/period.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { changeChartChoices, useChartChoices } from './chart-choices.ts'
import css from './chart-controls.module.css'

const shortInterval = (interval: Interval): string => interval.replace(/[dw]$/, (unit) => unit.toUpperCase())

/** Ticks or bar width, and the indicators over and below bars. `tools`: further chart tools. */
export function ChartControls({ interval, tools }: { interval: ChartInterval; tools: ReactNode }) {
  const { t, lang } = useLabels()
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = row.current?.querySelector(':checked')?.parentElement
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <div className={css.controls}>
      <div ref={row} className={css.intervals}>
        <Choice
          legend={t('kline.interval')}
          hideLegend
          look="pills"
          value={interval}
          onChange={(next) => changeChartChoices({ interval: next })}
          options={chartIntervals.map((value) => ({
            value,
            label:
              value === 'tick' ? (
                t('kline.tick')
              ) : (
                <>
                  <span aria-hidden="true">{shortInterval(value)}</span>
                  <span className="visually-hidden">{longInterval(value, lang)}</span>
                </>
              ),
          }))}
        />
      </div>
      {interval !== 'tick' && (
        <div>
          <Button kind="quiet" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('kline.indicators')}
          </Button>
        </div>
      )}
      {tools}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('kline.indicators')}>
        <IndicatorChoice />
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
