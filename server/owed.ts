import type { Minor } from '../src/rules/money/money.ts'
import type { Module } from './module.ts'
import type { Reads } from './platform/unit/defer.ts'

/** A user's debt at a time (ms), in minor units of USDT. */
export async function owedBy(modules: readonly Module[], reads: Reads, userId: string, nowMs: number): Promise<Minor> {
  let owed = 0n
  for (const { owes } of modules) owed += (await owes?.(reads, userId, nowMs)) ?? 0n
  return owed
}
