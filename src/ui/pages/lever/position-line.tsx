import { useMemo } from 'react'
import type { LiveQuote } from '../../../streams/quoteBook.ts'
import { useServices } from '../../app/services.ts'
import { changePercent, formatPercent } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { useBind, writeText } from '../../parts/bind.ts'
import { PositionLine as PriceLine } from '../../parts/lists/position-card.tsx'
import { type Line, marksOf, shareOf } from './line.ts'

type PositionLineProps = { symbol: string; line: Line }

/** A position on a price scale: liquidation, stop, entry, mark and profit target, with their distances; empty before it opens. Moving parts bypass React. */
export function PositionLine({ symbol, line }: PositionLineProps) {
  const { quotes } = useServices()
  const { t, lang } = useLabels()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text has all values of it
  const marks = useMemo(() => marksOf(line), [JSON.stringify(line)])
  const ref = useBind<LiveQuote, HTMLDivElement>(quotes.quote$(symbol), (element, { price, fresh }) => {
    const now = marks && shareOf(marks.range, Number(price))
    if (!marks || now === undefined) return
    element.style.setProperty('--now', String(now))
    element.style.setProperty('--from', String(Math.min(now, marks.entry)))
    element.style.setProperty('--to', String(Math.max(now, marks.entry)))
    element.dataset.way = now >= marks.entry === (line.direction === 'long') ? 'up' : 'down'
    element.dataset.fresh = String(fresh)
    for (const each of element.querySelectorAll<HTMLElement>('[data-price]')) {
      const text = formatPercent(changePercent(price, each.dataset.price ?? ''), lang, { sign: true })
      writeText(each, text)
    }
  })
  return (
    <PriceLine
      ref={ref}
      points={(marks?.points ?? []).map(({ name, price, at }) => ({
        ...{ name, at },
        ...(name !== 'entry' && {
          label: (
            <>
              {t(`lever.line.${name}`)} <span data-price={price} />
            </>
          ),
        }),
      }))}
    />
  )
}
