import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Telemetry as the settings ask for it. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of it is loaded.
 *
 * @param thread of this process
 */
export async function openTelemetry(
  config: Config,
  thread: 'calls' | 'market',
  { node, ...given }: { node: string; clock: Clock; log: Logger },
): Promise<Telemetry | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const { createTelemetry } = await import('./otlp.ts')
  return createTelemetry(
    { ...config, OTEL_EXPORTER_OTLP_ENDPOINT: config.OTEL_EXPORTER_OTLP_ENDPOINT },
    thread,
    node,
    given,
  )
}
