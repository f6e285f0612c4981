import { useSyncExternalStore } from 'react'
import { keep, readKept } from './kept.ts'

const isYes = (value: unknown): value is true => value === true

export type KeptFlag = { now(): boolean; set(next: boolean): void; subscribe(listener: () => void): () => void }

/** A yes or no that is stored on this device: no by default. */
export function createKeptFlag(name: string): KeptFlag {
  const listeners = new Set<() => void>()
  let flag: boolean | undefined
  return {
    now: () => {
      flag ??= readKept(name, isYes) ?? false
      return flag
    },
    set: (next) => {
      flag = next
      keep(name, next || undefined)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useKeptFlag = ({ subscribe, now }: KeptFlag): boolean => useSyncExternalStore(subscribe, now)
