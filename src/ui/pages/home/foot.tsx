import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { loadedWith } from '../../app/loader.ts'
import type { Running } from '../../app/running.ts'
import { useServices } from '../../app/services.ts'
import { useLatest } from '../../parts/bind.ts'
import { microtrade } from '../microtrade/part.ts'
import { orders } from '../orders/part.ts'
import { FirstTrade } from './first-trade.tsx'
import { OpenNow } from './open-now.tsx'

const nothing: readonly Running[] = []

/** For a signed-in user: their open orders, or the next step to their first trade. */
export function HomeFoot() {
  const { running, parts } = useServices()
  const all = useLatest(running.running$, nothing)
  const loader = useMemo(() => loadedWith(parts(orders), parts(microtrade)), [parts])
  const loaded = useSyncExternalStore(loader.subscribe, loader.now)
  useEffect(() => loader.load(), [loader])
  if (loaded.type !== 'ready') return null
  return all.length > 0 ? <OpenNow all={all} /> : <FirstTrade />
}
