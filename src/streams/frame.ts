import { asyncScheduler, audit, type MonoTypeOperatorFunction, Observable, type SchedulerLike, timer } from 'rxjs'

/** Runs tasks together, once per animation frame. */
export type Frames = {
  /** Runs `task` once, in the next frame. The returned function cancels it. */
  request(task: () => void): () => void
}

export type FramesOptions = {
  requestAnimationFrame(callback: () => void): number
  cancelAnimationFrame(handle: number): void
  scheduler?: SchedulerLike
}

/** A hidden page gets no animation frames: after this many ms, the tasks run without one. */
export const FRAME_FALLBACK_MS = 250

/**
 * Coalesces: any number of tasks share one callback per animation frame, and without tasks there is none.
 * All live values of a page flush in it, so that the browser lays out once.
 */
export function createFrames({
  requestAnimationFrame,
  cancelAnimationFrame,
  scheduler = asyncScheduler,
}: FramesOptions): Frames {
  const tasks = new Set<() => void>()
  let stop: (() => void) | undefined

  const flush = () => {
    stop?.()
    stop = undefined
    const due = [...tasks]
    tasks.clear()
    for (const task of due) task()
  }

  const start = () => {
    const handle = requestAnimationFrame(flush)
    const fallback = timer(FRAME_FALLBACK_MS, scheduler).subscribe(flush)
    return () => {
      cancelAnimationFrame(handle)
      fallback.unsubscribe()
    }
  }

  return {
    request: (task) => {
      const own = () => task()
      tasks.add(own)
      stop ??= start()
      return () => {
        tasks.delete(own)
        if (tasks.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

/** Emits the newest value, at most once per animation frame. */
export const perFrame = <T>(frames: Frames): MonoTypeOperatorFunction<T> =>
  audit(() => new Observable<void>((subscriber) => frames.request(() => subscriber.next())))
