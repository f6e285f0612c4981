import { distinctUntilChanged, filter, firstValueFrom, type Observable, takeUntil, timer } from 'rxjs'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import type { AccountEvent } from '../../api/events.ts'
import { coverage } from '../../api/orders.ts'
import type { Cover } from '../../rules/coverage.ts'

/** How long a form waits to hear who is signed in, in ms: then it does without, and the server judges alone. */
const KNOWN_WITHIN_MS = 2_000

/** How a loan must stay covered, for a form that is loaded; null where none must, or that cannot be had. */
export type LoadCover = (signal: AbortSignal) => Promise<Cover | null>

/** Asks how a loan must stay covered, of the server only for someone who has one. */
export function createLoadCover(
  client: Client,
  user$: Observable<{ id: string; owes: boolean } | null>,
  event$: Observable<Pick<AccountEvent, 'kind'>>,
): LoadCover {
  let owes: boolean | undefined
  user$.pipe(distinctUntilChanged((user, next) => user?.id === next?.id)).subscribe((user) => {
    owes = user?.owes
  })
  // Applied for, paid out or repaid: whether one is left the next answer says.
  event$.pipe(filter(({ kind }) => kind === 'loan')).subscribe(() => {
    owes = true
  })
  const known = () =>
    firstValueFrom(
      user$.pipe(
        filter((user) => user !== null),
        takeUntil(timer(KNOWN_WITHIN_MS)),
      ),
      { defaultValue: null },
    )
  return async (signal) => {
    if (owes === undefined) await known()
    if (!owes) return null
    try {
      const cover = result(await client.call(coverage, {}, { signal, quiet: true }))
      owes = cover !== null
      return cover
    } catch {
      return null
    }
  }
}
