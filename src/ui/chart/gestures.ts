/** Commands of gestures. Positions in CSS pixels from the chart's upper left corner. */
export type Gestures = {
  /** Drags the bars by a distance. */
  drag(dx: number): void
  /** Released while moving, at this speed in pixels per ms. */
  fling(speed: number): void
  /** Shows `factor` times as many bars, around a point. */
  zoom(factor: number, x: number): void
  /** Moves the crosshair to a point, or hides it. */
  point(at: { x: number; y: number } | null): void
  isPointing(): boolean
  newest(): void
  /** Touched: stops animations. */
  hold(): void
}

const LONG_PRESS_MS = 350
const DOUBLE_TAP_MS = 300
const SLOP = 6
/** Maximum rest before a release that still counts as a fling, in ms. */
const REST_MS = 60

type Mode = 'idle' | 'press' | 'drag' | 'point' | 'pinch'

/**
 * Recognizes gestures: one finger drags, two pinch, a long press shows and then drags the crosshair until the next tap, a
 * double tap goes to the newest bar; a mouse hovers, drags, and zooms with its wheel.
 *
 * The element needs `touch-action: pan-y`, so that the page still scrolls under a vertical swipe.
 *
 * @returns a function that stops it
 */
export function bindGestures(element: HTMLElement, gestures: Gestures): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const pointers = new Map<number, { x: number; y: number }>()
  let mode: Mode = 'idle'
  let origin = { x: 0, y: 0 }
  let longPress = 0
  let lastTap = { at: 0, x: 0 }
  let lastMove = { at: 0, speed: 0 }
  let spread = { distance: 1, middle: 0 }

  const placeOf = (event: MouseEvent) => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  function measureSpread() {
    const [a, b] = [...pointers.values()]
    if (!a || !b) return spread
    return { distance: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1), middle: (a.x + b.x) / 2 }
  }

  function down(event: PointerEvent) {
    if (event.button !== 0) return
    const at = placeOf(event)
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, at)
    clearTimeout(longPress)
    gestures.hold()
    lastMove = { at: event.timeStamp, speed: 0 }
    if (pointers.size > 1) {
      mode = 'pinch'
      spread = measureSpread()
      return
    }
    mode = 'press'
    origin = at
    if (event.pointerType === 'mouse') return
    longPress = window.setTimeout(() => {
      mode = 'point'
      gestures.point(at)
    }, LONG_PRESS_MS)
  }

  function move(event: PointerEvent) {
    const at = placeOf(event)
    const before = pointers.get(event.pointerId)
    if (!before) {
      if (event.pointerType === 'mouse') gestures.point(at)
      return
    }
    pointers.set(event.pointerId, at)
    if (mode === 'press' && Math.hypot(at.x - origin.x, at.y - origin.y) > SLOP) {
      clearTimeout(longPress)
      mode = event.pointerType !== 'mouse' && gestures.isPointing() ? 'point' : 'drag'
    }
    if (mode === 'drag') {
      const dx = at.x - before.x
      const elapsed = Math.max(event.timeStamp - lastMove.at, 1)
      lastMove = { at: event.timeStamp, speed: lastMove.speed * 0.4 + (dx / elapsed) * 0.6 }
      gestures.drag(dx)
    }
    if (mode === 'point' || event.pointerType === 'mouse') gestures.point(at)
    if (mode === 'pinch') {
      const now = measureSpread()
      gestures.drag(now.middle - spread.middle)
      gestures.zoom(spread.distance / now.distance, now.middle)
      spread = now
    }
  }

  function up(event: PointerEvent) {
    if (!pointers.delete(event.pointerId)) return
    clearTimeout(longPress)
    const cancelled = event.type === 'pointercancel'
    if (pointers.size > 0) {
      mode = pointers.size > 1 ? 'pinch' : 'drag'
      spread = measureSpread()
      lastMove = { at: event.timeStamp, speed: 0 }
      return
    }
    if (mode === 'drag' && !cancelled && event.timeStamp - lastMove.at < REST_MS) gestures.fling(lastMove.speed)
    if (mode === 'press' && !cancelled) tap(event)
    mode = 'idle'
  }

  function tap(event: PointerEvent) {
    const { x } = placeOf(event)
    const isSecond = event.timeStamp - lastTap.at < DOUBLE_TAP_MS && Math.abs(x - lastTap.x) < SLOP * 4
    lastTap = { at: isSecond ? 0 : event.timeStamp, x }
    if (event.pointerType !== 'mouse') gestures.point(null)
    if (isSecond) gestures.newest()
  }

  function wheel(event: WheelEvent) {
    event.preventDefault()
    gestures.hold()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) gestures.drag(-event.deltaX * unit)
    // A trackpad's pinch is a wheel event with Ctrl, in smaller steps.
    else gestures.zoom(Math.exp(event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), placeOf(event).x)
  }

  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  element.addEventListener(
    'pointerleave',
    (event) => {
      if (event.pointerType === 'mouse' && mode === 'idle') gestures.point(null)
    },
    { signal },
  )
  element.addEventListener(
    'touchmove',
    (event) => {
      if (mode === 'point' || mode === 'pinch') event.preventDefault()
    },
    { signal, passive: false },
  )
  element.addEventListener('contextmenu', (event) => mode !== 'idle' && event.preventDefault(), { signal })
  return () => {
    clearTimeout(longPress)
    stop.abort()
  }
}
