import type { FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Registry } from 'prom-client'

/** Where a recorded call is: a `traceparent` of W3C Trace Context, by which another thread continues it. */
export type Here = string

/** Facts about a span. The names and values are lists in the code: nothing that a caller or a user has chosen. */
export type Facts = Readonly<Record<string, string | number>>

/** Traces of calls, and metrics, on their way to a collector. A platform has one only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export type Telemetry = {
  /** Records calls as they come, at most TRACES_PER_SECOND of them. */
  serve(http: FastifyInstance): void
  /** Sends these metrics from now on, each minute. */
  report(registries: readonly Registry[]): void
  /** Whether the present call is recorded. */
  isRecording(): boolean
  /** Where the present call is; undefined unless it is recorded. */
  here(): Here | undefined
  /** Runs `work` as a part of the call that is there, or of none. */
  within<T>(at: Here | undefined, work: () => T): T
  /** Runs `work` as a span of the present call; if it is not recorded, just runs it. */
  span<T>(name: string, facts: Facts, work: () => T): T
  /** Records a statement that has just ended. `error`: undefined if it succeeded. */
  statement(system: string, sql: string, ms: number, error: unknown): void
  /** Remembers for a while which call has placed an order, and returns where that was. */
  follow(order: string, at: Here): void
  placeOf(order: string): Here | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

export type Given = { telemetry?: Telemetry | undefined }

/** Runs `work` as a span of the present call, if it is recorded. */
export const spanned = <T>({ telemetry }: Given, name: string, work: () => T, facts: Facts = {}): T =>
  telemetry ? telemetry.span(name, facts, work) : work()

/** Runs `work` as a part of the call that is there, or of none. */
export const continued = <T>({ telemetry }: Given, at: Here | undefined, work: () => T): T =>
  telemetry ? telemetry.within(at, work) : work()

/** The same callback, as a part of the present call if it is recorded. */
export const bound = ({ telemetry }: Given, callback: () => void): (() => void) => {
  const at = telemetry?.here()
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
