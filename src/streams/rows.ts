import { Observable, Subject } from 'rxjs'
import type { Frames } from './frame.ts'

/** Values by their key, for rows that listen to one each, and lists that listen to all. */
export type Rows<T> = {
  /** The newest of one key. */
  row$(key: string): Observable<T>
  /** That something changed. */
  any$: Observable<void>
  /** Takes in values that changed. `now`: they do not wait for the next frame. */
  put(changed: readonly (readonly [key: string, value: T])[], now: boolean): void
  close(): void
}

/**
 * Hands values on once per animation frame, to those who listen to them, and asks for no frame where nobody does. A
 * listener costs a place in a list, and leaves nothing behind.
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
