import styles from './chart.module.css'
import type { Band } from './layout.ts'
import { GRIP_X } from './order-lines.ts'

/** A point on a chart. `time`: in seconds since the epoch; null if only the price matters. */
export type Spot = { price: number; time: number | null }

/** The label of a point. `wrong`: not a valid position. */
export type Said = { text: string; wrong: boolean }

/** A movable handle on a chart: by pointer, or by arrows, Enter and Escape. */
export type Grip = {
  id: string
  tone: 'rise' | 'fall' | 'accent'
  /** No confirmation: each key moves it at once. */
  free?: boolean
  /** Its name, for screen readers. */
  label: string
  spot: Spot
  /** What it says while it is not moved, for screen readers: by default its label. */
  rest?: string
  /** Its label at a point; undefined if any point is valid. */
  say?(spot: Spot): Said
  /** It is being moved, or was reset. */
  moved?(spot: Spot): void
  /** It was dropped, or confirmed. */
  put(spot: Spot): void
  /** Delete was pressed on it. */
  removed?(): void
}

/** Conversion of points to CSS pixels from the plot's upper left corner. */
export type Ground = {
  width(): number
  band(): Band
  yOf(price: number): number
  priceAt(y: number): number
  /** The middle of the tag of a handle, whose grip it then lies on. */
  tagY(id: string): number | undefined
  xOf(time: number): number
  timeAt(x: number): number
  /** The rounding of prices. */
  step(): number
  /** The step of an arrow key, in seconds. */
  seconds(): number
}

export type Grips = {
  /** Sets the handles. One being dragged stays so. */
  set(grips: readonly Grip[]): void
  /** Positions them in the current view. */
  place(): void
  destroy(): void
}

/** Distance of a price's handle from the plot's right edge; overlapping ones are moved further in. */
const EDGE = 26
const KNOB = 44
const FAR = 10
/** Room needed for a label above its handle. */
const SAID_ROOM = 48

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** Handles as elements over the canvas, for pointer and keyboard, each with a line while it is moved. */
export function createGrips(host: HTMLElement, ground: Ground): Grips {
  const root = document.createElement('div')
  root.className = styles.grips ?? ''
  host.append(root)
  const known = new Map<string, ReturnType<typeof makeGrip>>()

  const rounded = (price: number) => {
    const step = ground.step()
    return Math.max(Math.round(price / step), 1) * step
  }

  /** The visible position of a point: a price out of view is clamped to the edge. */
  const inSight = ({ price, time }: Spot, lane: number, isTagged: boolean) => {
    const { top, height } = ground.band()
    const y = ground.yOf(price)
    const x = isTagged ? GRIP_X : time === null ? ground.width() - EDGE - lane * KNOB : ground.xOf(time)
    const hidden = time !== null && (x < 0 || x > ground.width() || y < top || y > top + height)
    return { x, y: clamp(y, top, top + height), hidden }
  }

  function makeGrip(first: Grip) {
    let grip = first
    /** The target of the move; null if not moving. */
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
      knob.setAttribute('aria-valuetext', (to ? undefined : grip.rest) || text || String(spot.price))
    }

    const tagY = () => ground.tagY(grip.id)

    function place() {
      const tag = tagY()
      const { x, y: at, hidden } = inSight(to ?? grip.spot, lane, tag !== undefined)
      const y = to ? at : (tag ?? at)
      const now = `${x} ${y} ${hidden} ${ground.width()}`
      if (now === placed) return
      placed = now
      element.hidden = hidden
      element.toggleAttribute('data-high', y < SAID_ROOM)
      element.toggleAttribute('data-tagged', tag !== undefined && !to)
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
      const { x, y } = inSight(to ?? grip.spot, lane, tagY() !== undefined)
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
      /** Its height, if clamped to the edge. */
      edge: () => (isTimed() || to || tagY() !== undefined ? null : inSight(grip.spot, 0, false).y),
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
