import type { Clock } from '../../platform/clock.ts'

/** Something took longer than it may. */
export class TookTooLong extends Error {}

/** What is promised, unless it takes longer than so many ms. @throws TookTooLong then */
export function within<T>(clock: Clock, ms: number, promised: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new TookTooLong(`no answer within ${ms / 1000} s`)))
    promised.then(resolve, reject).finally(cancel)
  })
}
