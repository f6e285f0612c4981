import { useEffect, useSyncExternalStore } from 'react'
import { useServices } from '../../app/services.ts'
import { whenIdle } from '../../app/tasks.ts'
import { Bell } from './bell.tsx'
import { inbox } from './part.ts'

/** The bell on a page that must not wait for it: loaded after the first screen. */
export default function LaterBell() {
  const part = useServices().parts(inbox)
  const loaded = useSyncExternalStore(part.subscribe, part.now)
  useEffect(() => whenIdle(part.load), [part])
  return loaded.type === 'ready' && <Bell />
}
