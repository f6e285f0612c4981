import styles from './chart.module.css'
import type { Band } from './layout.ts'

/** A place on a chart. `time`: in seconds since the epoch; null where only the price matters. */
export type Spot = { price: number; time: number | null }

/** What is said of a place. `wrong`: nothing may be put there. */
export type Said = { text: string; wrong: boolean }

/** Something on a chart that can be moved: by a hand, or by arrows, Enter and Escape. */
export type Grip = {
  id: string
  tone: 'rise' | 'fall' | 'accent'
  /** It needs no confirming: each key puts it where it goes. */
  free?: boolean
  /** What it is, for the ear. */
  label: string
  spot: Spot
  /** What it would be at a place; nothing where it can be put anywhere. */
  say?(spot: Spot): Said
  /** It is being moved, or is back where it was. */
  moved?(spot: Spot): void
  /** It was let go, or its place confirmed. */
  put(spot: Spot): void
  /** Its key was pressed: Delete. */
  removed?(): void
}

/** How places lie in the plot, in CSS pixels from its upper left corner. */
export type Ground = {
  width(): number
  band(): Band
  yOf(price: number): number
  priceAt(y: number): number
  xOf(time: number): number
  timeAt(x: number): number
  /** What prices are rounded to. */
  step(): number
  /** How far an arrow goes, in seconds. */
  seconds(): number
}

export type Grips = {
  /** Takes what can be moved. One that is held stays in the hand. */
  set(grips: readonly Grip[]): void
  /** Puts them where they lie in the view of now. */
  place(): void
  destroy(): void
}

/** Where the knob of a price alone lies, from the plot's right edge; further from it those that would lie over another. */
const EDGE = 26
const KNOB = 44
const FAR = 10
/** What is said of a place stands above it, where there is this much room. */
const SAID_ROOM = 48

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** What can be moved, as elements over the canvas: knobs that answer to hands and keys, each with a line while it is moved. */
export function createGrips(host: HTMLElement, ground: Ground): Grips {
  const root = document.createElement('div')
  root.className = styles.grips ?? ''
  host.append(root)
  const known = new Map<string, ReturnType<typeof makeGrip>>()

  const rounded = (price: number) => {
    const step = ground.step()
    return Math.max(Math.round(price / step), 1) * step
  }

  /** What of a place is in sight: a price alone waits at the edge. */
  const inSight = ({ price, time }: Spot, lane: number) => {
    const { top, height } = ground.band()
    const y = ground.yOf(price)
    const x = time === null ? ground.width() - EDGE - lane * KNOB : ground.xOf(time)
    const hidden = time !== null && (x < 0 || x > ground.width() || y < top || y > top + height)
    return { x, y: clamp(y, top, top + height), hidden }
  }

  function makeGrip(first: Grip) {
    let grip = first
    /** Where it is moved to; null while nobody moves it. */
    let to: Spot | null = null
    let from = { x: 0, y: 0, left: 0, top: 0 }
    let placed = ''
    let lane = 0
    const element = document.createElement('div')
    element.className = styles.grip ?? ''
    const line = document.createElement('div')
    const said = document.createElement('span')
    const knob = document.createElement('div')
    line.className = styles.gripLine ?? ''
    said.className = styles.gripSaid ?? ''
    knob.className = styles.knob ?? ''
    knob.tabIndex = 0
    knob.setAttribute('role', 'slider')
    knob.setAttribute('aria-orientation', 'vertical')
    element.append(line, said, knob)
    root.append(element)

    function tell() {
      const spot = to ?? grip.spot
      const { text, wrong } = grip.say?.(spot) ?? { text: '', wrong: false }
      if (said.textContent !== text) said.textContent = text
      element.toggleAttribute('data-wrong', wrong)
      knob.setAttribute('aria-valuenow', String(spot.price))
      knob.setAttribute('aria-valuetext', text || String(spot.price))
    }

    function place() {
      const { x, y, hidden } = inSight(to ?? grip.spot, lane)
      const now = `${x} ${y} ${hidden} ${ground.width()}`
      if (now === placed) return
      placed = now
      element.hidden = hidden
      element.toggleAttribute('data-high', y < SAID_ROOM)
      element.style.cssText = `--x: ${x}px; --y: ${y}px; --plot-width: ${ground.width()}px`
    }

    function move(next: Spot | null) {
      to = next
      element.toggleAttribute('data-moving', to !== null)
      tell()
      place()
      grip.moved?.(to ?? grip.spot)
    }

    function put() {
      if (!to) return
      const at = to
      if (!grip.free) move(null)
      to = null
      element.removeAttribute('data-moving')
      grip.put(at)
    }

    const isTimed = () => grip.spot.time !== null
    const shifted = (prices: number, bars: number): Spot => {
      const { price, time } = to ?? grip.spot
      return {
        price: rounded(price + prices * ground.step()),
        time: time === null ? null : Math.round(time + bars * ground.seconds()),
      }
    }

    knob.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      event.stopPropagation()
      knob.setPointerCapture(event.pointerId)
      const { x, y } = inSight(to ?? grip.spot, lane)
      from = { x: event.clientX, y: event.clientY, left: x, top: y }
      move({ ...grip.spot, price: rounded(ground.priceAt(y)) })
    })
    knob.addEventListener('pointermove', (event) => {
      event.stopPropagation()
      if (!to || !knob.hasPointerCapture(event.pointerId)) return
      const { top, height } = ground.band()
      const y = clamp(from.top + event.clientY - from.y, top, top + height)
      const x = clamp(from.left + event.clientX - from.x, 0, ground.width())
      move({ price: rounded(ground.priceAt(y)), time: isTimed() ? Math.round(ground.timeAt(x)) : null })
    })
    knob.addEventListener('pointerup', (event) => {
      event.stopPropagation()
      const isMoved = Math.hypot(event.clientX - from.x, event.clientY - from.y) > 3
      if (isMoved) put()
      else move(null)
    })
    knob.addEventListener('pointercancel', () => move(null))
    knob.addEventListener('focus', tell)
    knob.addEventListener('blur', () => to && move(null))
    knob.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const far = event.shiftKey ? FAR : 1
      const steps: Record<string, [prices: number, bars: number]> = {
        ArrowUp: [far, 0],
        ArrowDown: [-far, 0],
        PageUp: [FAR, 0],
        PageDown: [-FAR, 0],
        ...(isTimed() && { ArrowLeft: [0, -far], ArrowRight: [0, far] }),
      }
      const step = steps[event.key]
      if (step) {
        move(shifted(...step))
        if (grip.free) put()
      } else if (event.key === 'Enter' || event.key === ' ') put()
      else if (event.key === 'Escape' && to) move(null)
      else if (event.key === 'Delete' && grip.removed) grip.removed()
      else return
      event.stopPropagation()
      event.preventDefault()
    })

    function take(next: Grip) {
      grip = next
      element.dataset.tone = grip.tone
      element.toggleAttribute('data-timed', isTimed())
      knob.setAttribute('aria-label', grip.label)
      tell()
    }
    take(first)
    return {
      take,
      /** Its height, if it waits at the edge. */
      edge: () => (isTimed() || to ? null : inSight(grip.spot, 0).y),
      placeIn(next: number) {
        if (!to) lane = next
        place()
      },
      remove: () => element.remove(),
    }
  }

  function placeAll() {
    const lanes: number[][] = []
    for (const { edge, placeIn } of known.values()) {
      const y = edge()
      let lane = 0
      if (y !== null) {
        while (lanes[lane]?.some((other) => Math.abs(other - y) < KNOB)) lane++
        lanes[lane] = [...(lanes[lane] ?? []), y]
      }
      placeIn(lane)
    }
  }

  return {
    set(grips) {
      const ids = new Set(grips.map(({ id }) => id))
      for (const [id, { remove }] of known) {
        if (ids.has(id)) continue
        remove()
        known.delete(id)
      }
      for (const grip of grips) {
        const before = known.get(grip.id)
        if (before) before.take(grip)
        else known.set(grip.id, makeGrip(grip))
      }
      placeAll()
    },
    place: placeAll,
    destroy: () => root.remove(),
  }
}
