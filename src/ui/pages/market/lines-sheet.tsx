import type { Instrument } from '../../../rules/market/instruments.ts'
import { DRAWN_MAX, type Drawn, type DrawnKind } from '../../chart/drawn.ts'
import { formatPrice } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import alerts from '../alerts/alert-sheet.module.css'
import css from './chart-controls.module.css'

const kinds: readonly DrawnKind[] = ['level', 'trend']

type LinesProps = {
  instrument: Instrument
  drawn: readonly Drawn[]
  onDraw: (kind: DrawnKind) => void
  onRemove: (id: string) => void
}

/** The lines on the chart: adds and removes them. */
export function Lines({ instrument, drawn, onDraw, onRemove }: LinesProps) {
  const { t, lang } = useLabels()
  const price = (value: number) => formatPrice(value.toFixed(instrument.scale), instrument.scale, lang)
  const nameOf = (line: Drawn) =>
    line.kind === 'level'
      ? t('kline.line.level', { price: price(line.price) })
      : t('kline.line.trend', { from: price(line.from.price), to: price(line.to.price) })
  const isFull = drawn.length >= DRAWN_MAX
  return (
    <section className={css.lines} aria-label={t('kline.lines')}>
      <p className="fine">{t('kline.linesHint')}</p>
      {kinds.map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          reason={isFull && kind === 'trend' ? t('kline.linesFull', { most: DRAWN_MAX }) : undefined}
          disabled={isFull}
          onClick={() => onDraw(kind)}
        >
          {t(`kline.draw.${kind}`)}
        </Button>
      ))}
      {drawn.length > 0 && (
        <List label={t('kline.linesDrawn')}>
          {drawn.map((line) => (
            <li key={line.id} className={alerts.line}>
              <Row title={nameOf(line)} />
              <Button
                kind="quiet"
                small
                aria-label={t('kline.removeLine', { line: nameOf(line) })}
                onClick={() => onRemove(line.id)}
              >
                {t('alerts.remove')}
              </Button>
            </li>
          ))}
        </List>
      )}
    </section>
  )
}
