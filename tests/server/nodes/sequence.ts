import type { ServerFrame } from '../../../src/api/wire/frames.ts'

/** A step in the numbers of a symbol that no snapshot announced. */
export type Gap = { symbol: string; from: number; to: number }

/**
 * Reads frames as the app does: a snapshot sets each symbol’s number, and each change raises it by one. Answers every
 * other step. Without a snapshot before, a change says where a symbol begins.
 */
export function gapsIn(frames: readonly ServerFrame[]): Gap[] {
  const numbers = new Map<string, number>()
  const gaps: Gap[] = []
  for (const frame of frames) {
    if (frame.type === 'snapshot') for (const { symbol, seq } of frame.quotes) numbers.set(symbol, seq)
    if (frame.type !== 'quotes') continue
    for (const [symbol, seq] of frame.quotes) {
      const known = numbers.get(symbol)
      if (known !== undefined && seq !== known + 1) gaps.push({ symbol, from: known, to: seq })
      numbers.set(symbol, seq)
    }
  }
  return gaps
}
