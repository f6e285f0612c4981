import { Observable, Subject } from 'rxjs'
import type { Frames } from './frame.ts'

/** Values by key, for rows that subscribe to one each, and lists that subscribe to all. */
export type Rows<T> = {
  /** The newest of one key. */
  row$(key: string): Observable<T>
  /** Emits when anything changed. */
  any$: Observable<void>
  /** Adds changed values. `now`: without waiting for the next frame. */
  put(changed: readonly (readonly [key: string, value: T])[], now: boolean): void
  close(): void
}

/**
 * Emits values once per animation frame to their subscribers, and requests no frame without any. A
 * subscriber costs one list entry, and leaves nothing behind.
 */
export function createRows<T>(frames: Frames): Rows<T> {
  const rows = new Map<string, Subject<T>>()
  const any$ = new Subject<void>()
  const due = new Map<string, T>()
  let cancel: (() => void) | undefined

  const rowOf = (key: string) => {
    const row = rows.get(key) ?? new Subject<T>()
    rows.set(key, row)
    return row
  }
  const flush = () => {
    cancel?.()
    cancel = undefined
    const values = [...due]
    due.clear()
    for (const [key, value] of values) rowOf(key).next(value)
    if (values.length > 0) any$.next()
  }
  return {
    row$: (key) => new Observable((subscriber) => rowOf(key).subscribe(subscriber)),
    any$,
    put: (changed, now) => {
      for (const [key, value] of changed) if (any$.observed || rows.get(key)?.observed) due.set(key, value)
      if (now) flush()
      else if (due.size > 0) cancel ??= frames.request(flush)
    },
    close: () => {
      cancel?.()
      for (const row of rows.values()) row.complete()
      any$.complete()
    },
  }
}
