import { type Observable, of, Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { lastOfTurn } from '../../src/streams/lastOfTurn.ts'

/** What is emitted, and whether it is over. */
function watch(source$: Observable<number>) {
  const seen: (number | string)[] = []
  const watching = source$.pipe(lastOfTurn()).subscribe({
    next: (value) => seen.push(value),
    error: () => seen.push('failed'),
    complete: () => seen.push('ended'),
  })
  return { seen, watching }
}

describe('lastOfTurn', () => {
  it('emits the last of the values on subscription, at once', () => {
    expect(watch(of(1, 2, 3)).seen).toEqual([3, 'ended'])
  })

  it('emits the last of the values of a task, after it', async () => {
    const source$ = new Subject<number>()
    const { seen } = watch(source$)
    source$.next(1)
    source$.next(2)
    expect(seen).toEqual([])
    await undefined
    expect(seen).toEqual([2])
    source$.next(3)
    await undefined
    expect(seen).toEqual([2, 3])
  })

  it('emits a waiting value before it completes, and nothing later', async () => {
    const source$ = new Subject<number>()
    const { seen } = watch(source$)
    source$.next(1)
    source$.complete()
    expect(seen).toEqual([1, 'ended'])
    await undefined
    expect(seen).toEqual([1, 'ended'])
  })

  it('passes a failure on', () => {
    const source$ = new Subject<number>()
    const { seen } = watch(source$)
    source$.error(new Error())
    expect(seen).toEqual(['failed'])
  })

  it('emits nothing after it is unsubscribed from', async () => {
    const source$ = new Subject<number>()
    const { seen, watching } = watch(source$)
    source$.next(1)
    watching.unsubscribe()
    await undefined
    expect([seen, source$.observed]).toEqual([[], false])
  })
})
