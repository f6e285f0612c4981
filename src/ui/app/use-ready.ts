import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { loadedWith } from './loader.ts'
import type { Part } from './parts.ts'
import { useServices } from './services.ts'

/** Loads parts, the same at each render. Returns whether all are there. */
export function useReady(first: Part, ...rest: readonly Part[]): boolean {
  const { parts } = useServices()
  // biome-ignore lint/correctness/useExhaustiveDependencies: always the same parts
  const all = useMemo(() => loadedWith(parts(first), ...rest.map((part) => parts(part))), [parts])
  useEffect(() => all.load(), [all])
  return useSyncExternalStore(all.subscribe, all.now).type === 'ready'
}
