import { useEffect, useSyncExternalStore } from 'react'
import { useServices } from '../../services.ts'
import { whenIdle } from '../../tasks.ts'
import { Bell } from './bell.tsx'
import { inbox } from './part.ts'

/** The bell on a page that waits for nothing: it comes once the first screen stands. */
export default function LaterBell() {
  const part = useServices().parts(inbox)
  const loaded = useSyncExternalStore(part.subscribe, part.now)
  useEffect(() => whenIdle(part.load), [part])
  return loaded.type === 'ready' && <Bell />
}
