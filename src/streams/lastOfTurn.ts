import { type MonoTypeOperatorFunction, Observable } from 'rxjs'

/**
 * Emits the last of the values that arrive in one task, in a microtask after it. All live prices of a page change in one task per frame, so
 * a sum of them is calculated once per frame, before the browser paints. Values that arrive on subscription are emitted synchronously.
 */
export const lastOfTurn =
  <T>(): MonoTypeOperatorFunction<T> =>
  (source$) =>
    new Observable((subscriber) => {
      let last: { value: T } | undefined
      let isDue = true
      const emit = () => {
        isDue = false
        if (last) subscriber.next(last.value)
        last = undefined
      }
      const listening = source$.subscribe({
        next(value) {
          last = { value }
          if (isDue) return
          isDue = true
          queueMicrotask(emit)
        },
        error: (error) => subscriber.error(error),
        complete() {
          emit()
          subscriber.complete()
        },
      })
      emit()
      return listening
    })
