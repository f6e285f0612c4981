import styles from './chart.module.css'
import type { Line } from './indicators.ts'
import { type Layout, LEGEND_ROW } from './layout.ts'

export type Legend = {
  /** Writes the lines' values at a bar. `layout` in CSS pixels. */
  write(index: number, layout: Layout, text: (line: Line, value: number) => string): void
  destroy(): void
}

/** Names and values of the lines: over the prices, and above each panel. Elements, so that they stay readable and sharp. */
export function createLegend(host: HTMLElement, groups: readonly (readonly Line[])[], hue: (tone: number) => string) {
  const rows = groups.map((lines) => {
    const row = document.createElement('div')
    row.className = styles.legend ?? ''
    const texts = lines.map((line) => {
      const item = document.createElement('span')
      item.style.color = line.columns ? 'var(--muted)' : hue(line.tone)
      row.append(item)
      return item
    })
    host.append(row)
    return { row, lines, texts, top: Number.NaN }
  })

  const legend: Legend = {
    write(index, layout, text) {
      let priceRows = 0
      for (const each of rows) {
        const panel = each.lines[0]?.panel ?? 'price'
        const band = layout[panel]
        const top = panel === 'price' ? LEGEND_ROW * priceRows++ : (band?.top ?? 0) - 18
        if (top !== each.top) each.row.style.transform = `translateY(${top}px)`
        each.top = top
        for (const [at, line] of each.lines.entries()) {
          const item = each.texts[at]
          const value = line.values[index] ?? Number.NaN
          const written = Number.isNaN(value) ? line.name : `${line.name} ${text(line, value)}`
          if (item && item.textContent !== written) item.textContent = written
        }
      }
    },
    destroy() {
      for (const { row } of rows) row.remove()
    },
  }
  return legend
}
