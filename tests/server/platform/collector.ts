import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Attributes = { key: string; value: Value }[]
type Resource = { attributes: Attributes }

export type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attributes
  resource: Resource
}
export type Metric = { name: string; points: { attributes: Attributes; count?: number; bucketCounts?: number[] }[] }

/** An OTLP collector over HTTP: the received spans and metrics, and the raw bodies. */
export async function startCollector() {
  const spans: Span[] = []
  const metrics: Metric[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    bodies.push(body)
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body)
    for (const { resource, scopeSpans } of resourceSpans) {
      for (const { spans: some } of scopeSpans) spans.push(...some.map((span: Span) => ({ ...span, resource })))
    }
    for (const { scopeMetrics } of resourceMetrics) {
      for (const { name, ...kinds } of scopeMetrics.flatMap((each: { metrics: Metric[] }) => each.metrics)) {
        const { dataPoints } = kinds.sum ?? kinds.gauge ?? kinds.histogram
        metrics.push({ name, points: dataPoints })
      }
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, metrics, bodies, close: () => server.close() }
}

/** Values of attributes by name. */
export const attributesOf = ({ attributes }: { attributes: Attributes }): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
