import { writeText } from '../parts/bind.ts'
import styles from './chart.module.css'

/** Position of the crosshair, in CSS pixels from the host's upper left corner, and its texts. */
export type Pointed = {
  x: number
  y: number
  plotWidth: number
  plotHeight: number
  /** Upper edge of the prices, below the legend. */
  plotTop: number
  price: string
  time: string
  /** Names and values of the bar, in order. */
  rows: readonly (readonly [name: string, value: string])[]
}

export type Crosshair = { show(pointed: Pointed): void; hide(): void; destroy(): void }

/** The crosshair as elements over the canvas, so that moving it redraws nothing. */
export function createCrosshair(host: HTMLElement): Crosshair {
  const make = (className: string | undefined, parent: HTMLElement = root) => {
    const element = document.createElement('div')
    element.className = className ?? ''
    parent.append(element)
    return element
  }
  const root = document.createElement('div')
  root.className = styles.crosshair ?? ''
  root.setAttribute('aria-hidden', 'true')
  root.hidden = true
  host.append(root)
  const vertical = make(styles.vertical)
  const horizontal = make(styles.horizontal)
  const price = make(styles.priceTag)
  const time = make(styles.timeTag)
  const box = make(styles.box)
  const cells: HTMLElement[] = []

  function write(index: number, text: string) {
    const cell = cells[index] ?? make(undefined, box)
    cells[index] = cell
    writeText(cell, text)
  }

  return {
    show(pointed) {
      const { x, y, plotWidth, plotHeight } = pointed
      root.hidden = false
      vertical.style.cssText = `transform: translateX(${x}px); height: ${plotHeight}px`
      horizontal.style.cssText = `transform: translateY(${y}px); width: ${plotWidth}px`
      price.style.cssText = `transform: translate(${plotWidth + 2}px, ${y}px) translateY(-50%)`
      price.hidden = pointed.price === ''
      writeText(price, pointed.price)
      writeText(time, pointed.time)
      const half = time.offsetWidth / 2
      const middle = Math.min(Math.max(x, half), plotWidth - half)
      time.style.cssText = `transform: translate(${middle}px, ${plotHeight}px) translateX(-50%)`
      box.dataset.side = x < plotWidth / 2 ? 'right' : 'left'
      box.style.cssText = `top: ${pointed.plotTop}px; --plot-width: ${plotWidth}px`
      for (const [index, [name, value]] of pointed.rows.entries()) {
        write(index * 2, name)
        write(index * 2 + 1, value)
      }
    },
    hide() {
      if (!root.hidden) root.hidden = true
    },
    destroy: () => root.remove(),
  }
}
