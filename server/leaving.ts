import { type MessageKey, Refusal } from '../src/api/messages.ts'
import type { Capability } from './capability.ts'
import type { Db, Tx } from './platform/database/database.ts'

/** What must be traded before money leaves, and what was, in minor units of USDT. */
export type Turnover = { asked: bigint; counted: bigint; missing: bigint }

/** Why a person may not move money out of a wallet now, by key, each once: none where nothing of these capabilities holds it. */
export async function blocksLeaving(
  capabilities: readonly Capability[],
  tx: Db | Tx,
  userId: string,
): Promise<readonly MessageKey[]> {
  const keys: MessageKey[] = []
  for (const capability of capabilities) keys.push(...((await capability.blocksLeaving?.(tx, userId)) ?? []))
  return [...new Set(keys)]
}

/**
 * Refuses whoever has something open that keeps money where it is, by the first reason.
 *
 * @throws Refusal
 */
export async function requireNothingOpen(
  capabilities: readonly Capability[],
  tx: Db | Tx,
  userId: string,
): Promise<void> {
  const [key] = await blocksLeaving(capabilities, tx, userId)
  if (key) throw new Refusal(key)
}

/** How much a person has to trade for what came in, and how much of it they have traded. */
export async function turnoverOf(capabilities: readonly Capability[], tx: Db | Tx, userId: string): Promise<Turnover> {
  let [asked, counted] = [0n, 0n]
  for (const { turnover } of capabilities) {
    asked += (await turnover?.asks?.(tx, userId)) ?? 0n
    counted += (await turnover?.counts?.(tx, userId)) ?? 0n
  }
  return { asked, counted, missing: asked > counted ? asked - counted : 0n }
}
