import type { FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Registry } from 'prom-client'

/** Position in the trace of a recorded call, as in W3C Trace Context. Another thread continues the trace from it. */
export type Traceparent = string

/** Attributes of a span. All names and values are constants of the code: none is chosen by a caller or a user. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** Traces of calls, and metrics, on their way to a collector. A platform has one only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export type Telemetry = {
  /** Records calls as they come, at most TRACES_PER_SECOND of them. */
  serve(http: FastifyInstance): void
  /** Sends these metrics from now on, each minute. */
  report(registries: readonly Registry[]): void
  /** Whether the present call is recorded. */
  isRecording(): boolean
  /** Position in the present call's trace; undefined unless the call is recorded. */
  traceparent(): Traceparent | undefined
  /** Runs `work` in the trace at `at`, or outside any trace. */
  within<T>(at: Traceparent | undefined, work: () => T): T
  /** Runs `work` as a span of the present call; if it is not recorded, just runs it. */
  span<T>(name: string, attributes: SpanAttributes, work: () => T): T
  /** Records a statement that has just ended. `error`: undefined if it succeeded. */
  statement(system: string, sql: string, ms: number, error: unknown): void
  /** Remembers for ten minutes the trace of the call that placed an order. */
  follow(order: string, at: Traceparent): void
  /** The trace of the call that placed an order, if it is remembered. */
  traceparentOf(order: string): Traceparent | undefined
  /** Sends the remaining spans and metrics. */
  close(): Promise<void>
}

export type WithTelemetry = { telemetry?: Telemetry | undefined }

/** Runs `work` as a span of the present call, if it is recorded. */
export const spanned = <T>(
  { telemetry }: WithTelemetry,
  name: string,
  work: () => T,
  attributes: SpanAttributes = {},
): T => (telemetry ? telemetry.span(name, attributes, work) : work())

/** Runs `work` in the trace at `at`, or outside any trace. */
export const continued = <T>({ telemetry }: WithTelemetry, at: Traceparent | undefined, work: () => T): T =>
  telemetry ? telemetry.within(at, work) : work()

/** The same callback, as a part of the present call if it is recorded. */
export const bound = ({ telemetry }: WithTelemetry, callback: () => void): (() => void) => {
  const at = telemetry?.traceparent()
  return telemetry && at ? () => telemetry.within(at, callback) : callback
}

/** Runs a statement, and records it as a part of the present call if that is recorded. */
export function recorded<T>(telemetry: Telemetry, system: string, sql: string, run: () => T): T {
  if (!telemetry.isRecording()) return run()
  const begun = performance.now()
  let error: unknown
  try {
    return run()
  } catch (thrown) {
    error = thrown
    throw thrown
  } finally {
    telemetry.statement(system, sql, performance.now() - begun, error)
  }
}

/** Kysely's option that records statements. Without telemetry there is none, and a statement runs as it is. */
export const statementLog = (system: string, telemetry: Telemetry | undefined): { log?: (event: LogEvent) => void } =>
  telemetry
    ? {
        log: ({ query: { sql }, queryDurationMillis, ...event }) =>
          telemetry.statement(system, sql, queryDurationMillis, 'error' in event ? event.error : undefined),
      }
    : {}
