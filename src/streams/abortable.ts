import { Observable } from 'rxjs'

/** A request as an observable: starts on subscription, and is aborted by unsubscribing. */
export const abortable = <T>(load: (signal: AbortSignal) => Promise<T>): Observable<T> =>
  new Observable<T>((subscriber) => {
    const controller = new AbortController()
    let underWay = true
    load(controller.signal).then(
      (value) => {
        underWay = false
        subscriber.next(value)
        subscriber.complete()
      },
      (error: unknown) => {
        underWay = false
        subscriber.error(error)
      },
    )
    return () => {
      if (underWay) controller.abort()
    }
  })
