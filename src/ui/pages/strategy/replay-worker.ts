import type { ReplayTask } from '../../../machines/trade/strategyPast.ts'
import { pastOf } from '../../../rules/strategy/replay.ts'

/** Runs one backtest in a worker. */
addEventListener('message', ({ data: { form, dayMs, candles } }: MessageEvent<ReplayTask>) =>
  postMessage(pastOf(form, dayMs, candles)),
)
