import { distinctUntilChanged, filter, firstValueFrom, type Observable, takeUntil, timer } from 'rxjs'
import { coverage } from '../../api/trade/orders.ts'
import type { AccountEvent } from '../../api/wire/events.ts'
import { type LoadCover, send } from './call.ts'

/** How long a form waits for the session, in ms: after that only the server validates. */
const KNOWN_WITHIN_MS = 2_000

/** Loads the loan cover, with a request only for a user with a loan. */
export function createLoadCover(
  user$: Observable<{ id: string; owes: boolean } | null>,
  event$: Observable<Pick<AccountEvent, 'kind'>>,
): LoadCover {
  let owes: boolean | undefined
  user$.pipe(distinctUntilChanged((user, next) => user?.id === next?.id)).subscribe((user) => {
    owes = user?.owes
  })
  // Applied for, paid out or repaid: the next answer shows whether a loan is left.
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
      const cover = await send(coverage, {}, { signal, quiet: true })
      owes = cover !== null
      return cover
    } catch {
      return null
    }
  }
}
