import type { Minor } from '../src/rules/money.ts'
import type { Capability } from './capability.ts'
import type { Reads } from './platform/unit/later.ts'

/** A user's debt at a time (ms), in minor units of USDT. */
export async function owedBy(
  capabilities: readonly Capability[],
  reads: Reads,
  userId: string,
  nowMs: number,
): Promise<Minor> {
  let owed = 0n
  for (const { owes } of capabilities) owed += (await owes?.(reads, userId, nowMs)) ?? 0n
  return owed
}
