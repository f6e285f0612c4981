import styles from './chart.module.css'
import type { Line } from './indicators.ts'
import { type Layout, LEGEND_ROW } from './layout.ts'

/** Minimum time between two updates, in ms: nobody reads faster, and each costs more than drawing all candles. */
const CHANGE_MS = 200

type Written = { index: number; layout: Layout; text: (line: Line, value: number) => string }

/** Names and values of the lines, as elements over the canvas. */
export type Legend = {
  /** Writes the lines' values at a bar, throttled. `layout` in CSS pixels; `now` as `performance.now()`. */
  write(written: Written, now: number): void
  destroy(): void
}

/**
 * One row per group of lines: the prices' group over the prices, each other one above its panel. A line's name appears once
 * it has a value, so that no name shifts when the one before it gets a value.
 */
export function createLegend(
  host: HTMLElement,
  groups: readonly (readonly Line[])[],
  hue: (tone: number) => string,
): Legend {
  let wanted: Written | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let late = 0

  const rows = groups.map((lines) => {
    const row = document.createElement('div')
    row.className = styles.legend ?? ''
    const texts = lines.map((line) => {
      const item = document.createElement('span')
      item.style.color = line.columns ? 'var(--muted)' : hue(line.tone)
      const node = document.createTextNode(line.name)
      item.append(node)
      item.hidden = true
      row.append(item)
      return { line, item, node, shown: line.name }
    })
    host.append(row)
    return { row, texts, panel: lines[0]?.panel ?? 'price', top: Number.NaN }
  })

  function flush(now: number) {
    late = 0
    writtenAt = now
    if (!wanted) return
    const { index, layout, text } = wanted
    let priceRows = 0
    for (const each of rows) {
      const top = each.panel === 'price' ? LEGEND_ROW * priceRows++ : (layout[each.panel]?.top ?? 0) - LEGEND_ROW - 2
      if (top !== each.top) each.row.style.transform = `translateY(${top}px)`
      each.top = top
      for (const item of each.texts) {
        const value = item.line.values[index] ?? Number.NaN
        const shown = Number.isNaN(value) ? item.line.name : `${item.line.name} ${text(item.line, value)}`
        if (shown !== item.shown) {
          item.node.data = shown
          item.item.hidden = false
        }
        item.shown = shown
      }
    }
  }

  return {
    write(written, now) {
      if (rows.length === 0) return
      const moved = wanted?.index !== written.index || wanted.layout.price.height !== written.layout.price.height
      wanted = written
      if (moved || now - writtenAt >= CHANGE_MS) flush(now)
      else if (late === 0) late = window.setTimeout(() => flush(performance.now()), CHANGE_MS)
    },
    destroy() {
      clearTimeout(late)
      for (const { row } of rows) row.remove()
    },
  }
}
