import { type MonoTypeOperatorFunction, Observable } from 'rxjs'

/**
 * Emits the last of the values that arrive together, before the browser paints: the live prices of a page all change in one callback a
 * frame, and a sum of them is calculated once. What arrives on subscription is emitted at once.
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
