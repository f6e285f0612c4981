import type { Clock } from '../../platform/clock.ts'

/** A timeout. */
export class TookTooLong extends Error {}

/** The promised value. @throws TookTooLong after this many ms */
export function within<T>(clock: Clock, ms: number, promised: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new TookTooLong(`no answer within ${ms / 1000} s`)))
    promised.then(resolve, reject).finally(cancel)
  })
}
