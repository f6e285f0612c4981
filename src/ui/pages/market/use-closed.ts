import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import { isOpen } from '../../../rules/market/hours.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { useLatest } from '../../parts/bind.ts'

/** Whether an instrument's market is closed: by its hours until its state arrives, to avoid a layout shift. */
export function useClosed({ symbol, kind }: Instrument): boolean {
  const { quotes, serverNow } = useServices()
  const closed$ = useMemo(
    () =>
      quotes.quote$(symbol).pipe(
        map(({ state, fresh }) => state === 'closed' || (!fresh && !isOpen(kind, serverNow()))),
        distinctUntilChanged(),
      ),
    [quotes, serverNow, symbol, kind],
  )
  return useLatest(closed$, !isOpen(kind, serverNow()))
}
