import type { ReplayTask } from '../../../machines/trade/strategyPast.ts'
import { pastOf } from '../../../rules/strategy-replay.ts'

/** Replays a strategy in a thread of its own, once. */
addEventListener('message', ({ data: { form, dayMs, candles } }: MessageEvent<ReplayTask>) =>
  postMessage(pastOf(form, dayMs, candles)),
)
