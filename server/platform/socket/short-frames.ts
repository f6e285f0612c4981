import type { ServerFrame } from '../../../src/api/wire/frames.ts'
import { createQuoteBase, shorten, takeQuotes, takeSnapshot } from '../../../src/api/wire/short-quotes.ts'

/** Makes the short form of the market's frames, once for all sockets that asked for it. */
export function createShortFrames() {
  const base = createQuoteBase()

  /** Takes the next frame. @returns its short form, or the frame itself if it has none */
  const take = (text: string): string => {
    const frame = JSON.parse(text) as ServerFrame
    if (frame.type === 'snapshot') takeSnapshot(base, frame.quotes)
    if (frame.type !== 'quotes') return text
    const short = shorten(base, frame)
    takeQuotes(base, frame.quotes)
    return short ? JSON.stringify(short) : text
  }
  return {
    take,
    /** Before the first snapshot among the frames, short forms continue this one. */
    begin: (snapshot: string): void => {
      if (base.rows.length === 0) take(snapshot)
    },
  }
}
