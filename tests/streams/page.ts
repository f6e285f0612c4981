import { createFrames } from '../../src/streams/frame.ts'

/** A page without a browser: its events, its visibility, and its animation frames, which the test triggers. */
export function createPage() {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const callbacks = new Map<number, () => void>()
  let handles = 0
  const counts = { listeners: 0, requested: 0 }

  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target
    target.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      counts.listeners++
      addEventListener.apply(target, args)
    }
    target.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      counts.listeners--
      removeEventListener.apply(target, args)
    }
  }

  const requestAnimationFrame = (callback: () => void) => {
    counts.requested++
    callbacks.set(++handles, callback)
    return handles
  }
  const cancelAnimationFrame = (handle: number) => {
    callbacks.delete(handle)
  }

  return {
    window,
    document,
    requestAnimationFrame,
    cancelAnimationFrame,
    frames: createFrames({ requestAnimationFrame, cancelAnimationFrame }),
    /** Active listeners, and all animation frames requested so far. */
    counts,
    /** Pending animation frames. */
    get pendingFrames() {
      return callbacks.size
    },
    /** Draws: runs the pending animation frames. */
    draw: () => {
      const due = [...callbacks.values()]
      callbacks.clear()
      for (const callback of due) callback()
    },
    fire: (event: 'online' | 'offline' | 'pageshow') => window.dispatchEvent(new Event(event)),
    setVisible: (visible: boolean) => {
      document.visibilityState = visible ? 'visible' : 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
