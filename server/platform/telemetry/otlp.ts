import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { refusedOf } from '../http/refusals.ts'
import { createBudget } from './budget.ts'
import { createFollowed } from './followed.ts'
import { reportMetrics } from './metrics.ts'
import { summaryOf } from './summary.ts'
import type { Telemetry, Traceparent } from './telemetry.ts'

/** Longest wait for the last export: a collector that is down must not delay the server's exit. */
const CLOSE_MS_MAX = 2_000

type Settings = Config & { OTEL_EXPORTER_OTLP_ENDPOINT: string }

/** A place within a recorded call. It closes with its span: later work of the call makes no spans. */
type Place = { context: Context; isOpen: boolean }

/** Sends traces and metrics by OTLP over HTTP. */
export function createTelemetry(
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, TRACES_PER_SECOND }: Settings,
  thread: string,
  node: string,
  { clock, log }: { clock: Clock; log: Pick<Logger, 'warn'> },
): Telemetry {
  const urlOf = (signal: string) => `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/${signal}`
  const resource = resourceFromAttributes({
    'service.name': OTEL_SERVICE_NAME,
    // Not the name itself, which identifies this node to the others.
    'service.instance.id': createHash('sha256').update(node).digest('hex').slice(0, 16),
    'quoin.thread': thread,
  })
  logFailures(log)
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: urlOf('traces') }) })],
  })
  const tracer = provider.getTracer('quoin')
  const places = new AsyncLocalStorage<Place | undefined>()
  const present = () => {
    const place = places.getStore()
    return place?.isOpen ? place : undefined
  }

  const start = (parent: Context, name: string, options: SpanOptions) => {
    const span = tracer.startSpan(name, options, parent)
    return { span, place: { context: trace.setSpan(parent, span), isOpen: true } }
  }
  const end = (span: Span, place: Place, error?: unknown) => {
    place.isOpen = false
    if (error !== undefined) markFailed(span, error)
    span.end()
  }
  const spans = new WeakMap<FastifyRequest, ReturnType<typeof start>>()
  const budget = createBudget(clock, TRACES_PER_SECOND)
  const followed = createFollowed(clock)
  const reports: { shutdown(): Promise<void> }[] = [provider]

  return {
    serve: (http) => {
      http.addHook('onRequest', (request, _, done) => {
        const { method } = request
        const route = request.routeOptions.url
        if (route?.startsWith('/api/') && budget.take()) {
          const attributes = { 'http.request.method': method, 'http.route': route }
          spans.set(request, start(ROOT_CONTEXT, `${method} ${route}`, { kind: SpanKind.SERVER, attributes }))
        }
        done()
      })
      // After the body was read: events of the request stream lose the async context.
      http.addHook('preHandler', (request, _, done) => {
        const of = spans.get(request)
        if (of) places.run(of.place, done)
        else done()
      })
      http.addHook('onResponse', (request, reply, done) => {
        const of = spans.get(request)
        if (of) {
          const { statusCode } = reply
          of.span.setAttribute('http.response.status_code', statusCode)
          const refused = refusedOf(request, statusCode)
          if (refused) of.span.setAttribute('quoin.refusal', refused.key)
          if (statusCode >= 500) of.span.setStatus({ code: SpanStatusCode.ERROR })
          end(of.span, of.place)
        }
        done()
      })
    },
    report: (registries) => {
      reports.push(reportMetrics(registries, { url: urlOf('metrics'), resource, clock }))
    },
    isRecording: () => present() !== undefined,
    traceparent: () => {
      const place = present()
      const at = place && trace.getSpanContext(place.context)
      return at && `00-${at.traceId}-${at.spanId}-01`
    },
    within: (at, work) => {
      const place = placeAt(at)
      return places.run(place, () => following(work, () => place && Object.assign(place, { isOpen: false })))
    },
    span: (name, attributes, work) => {
      const parent = present()
      if (!parent) return work()
      const { span, place } = start(parent.context, name, { attributes })
      return places.run(place, () => following(work, (error) => end(span, place, error)))
    },
    statement: (system, sql, ms, error) => {
      const parent = present()
      if (!parent) return
      const now = Date.now()
      const summary = summaryOf(sql)
      const attributes = { 'db.system.name': system, 'db.query.summary': summary }
      const options = { kind: SpanKind.CLIENT, startTime: now - ms, attributes }
      const span = tracer.startSpan(summary, options, parent.context)
      if (error !== undefined) markFailed(span, error)
      span.end(now)
    },
    ...followed,
    close: async () => {
      const ends = Promise.allSettled(reports.map((each) => each.shutdown()))
      await Promise.race([ends, new Promise<void>((resolve) => clock.after(CLOSE_MS_MAX, resolve))])
    },
  }
}

/** Runs `work`, and calls `after` once it has ended, with its error if it threw. */
function following<T>(work: () => T, after: (error?: unknown) => void): T {
  let result: T
  try {
    result = work()
  } catch (error) {
    after(error)
    throw error
  }
  if (!(result instanceof Promise)) {
    after()
    return result
  }
  result.then(
    () => after(),
    (error: unknown) => after(error),
  )
  return result
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

function placeAt(at: Traceparent | undefined): Place | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(at ?? '') ?? []
  if (!traceId || !spanId) return undefined
  const spanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
  return { context: trace.setSpanContext(ROOT_CONTEXT, spanContext), isOpen: true }
}

/** Records an error by its code or class only: its message may contain a user's values. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  const { code } = Object(error) as { code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error)
}

const LOG_EVERY_MS = 60_000

/** The libraries report an error as a text, or as JSON with its stack. */
function messageOf(reason: string): string {
  try {
    return String(JSON.parse(reason).message ?? reason)
  } catch {
    return reason
  }
}

/** Logs why nothing arrives at the collector, at most once a minute. */
function logFailures(log: Pick<Logger, 'warn'>): void {
  let last = Number.NEGATIVE_INFINITY
  const failed = (reason: string) => {
    const now = performance.now()
    if (now - last < LOG_EVERY_MS) return
    last = now
    log.warn({ reason: messageOf(reason) }, 'traces and metrics are not delivered')
  }
  const ignore = () => {}
  diag.setLogger(
    { error: failed, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}
