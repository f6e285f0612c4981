import { join } from 'node:path'
import type { Platform } from '../platform/context.ts'
import { replaySource } from './replay/index.ts'
import { recordingFiles } from './replay/unpack.ts'
import { simulatedSource } from './simulated/index.ts'
import type { Source } from './source.ts'

/**
 * Opens the source named by the settings.
 *
 * @throws SourceError if it cannot be used
 */
export async function openSource(platform: Pick<Platform, 'config' | 'clock' | 'log'>): Promise<Source> {
  const { DATA_DIR, MARKET, MARKET_SEED, REPLAY_SPEED, REPLAY_END, REPLAY_FROM } = platform.config
  const [kind, detail] = [MARKET.split(':', 1)[0], MARKET.slice(MARKET.indexOf(':') + 1)]
  if (kind === 'replay') {
    const files = await recordingFiles(detail, join(DATA_DIR, 'replay'))
    const play = { path: detail, files, speed: REPLAY_SPEED, loops: REPLAY_END === 'loop', from: REPLAY_FROM }
    return replaySource(play, platform)
  }
  if (kind === 'live') {
    // Loaded only if it is configured.
    const [{ createExchange }, { liveSource }] = await Promise.all([
      import('./live/exchange.ts'),
      import('./live/index.ts'),
    ])
    return liveSource(await createExchange(detail), platform)
  }
  return simulatedSource(MARKET_SEED)
}
