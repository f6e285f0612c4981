import { type HrTime, ValueType } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'
import type { Clock } from '../clock.ts'

/** Sends the metrics of `/metrics` by OTLP: the same figures under the same names, so that nothing is counted twice. */
export function reportMetrics(
  registries: readonly Registry[],
  { url, resource, clock }: { url: string; resource: Resource; clock: Clock },
): MeterProvider {
  const startTime = timeOf(clock)
  const collect = async () => {
    const found = await Promise.all(registries.map((each) => each.getMetricsAsJSON()))
    const metrics = found.flat().map((each) => toOtlp(each as Metric, startTime, timeOf(clock)))
    return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'quoin' }, metrics }] }, errors: [] }
  }
  const exporter = new OTLPMetricExporter({ url })
  return new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter, metricProducers: [{ collect }] })],
  })
}

const timeOf = (clock: Clock): HrTime => {
  const ms = clock.now()
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]
}

type Value = MetricValueWithName<string>
/** `type` is a word at run time, and a number in the library's declarations. */
type Metric = Omit<MetricObjectWithValues<Value>, 'type'> & { type: unknown }

/** A metric of the Prometheus client in OTLP's terms. */
export function toOtlp({ name, help, type, values }: Metric, startTime: HrTime, endTime: HrTime): MetricData {
  const metric = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram') {
    const dataPoints = bySeries(values).map(({ labels, all }) => ({
      startTime,
      endTime,
      attributes: labels,
      value: histogramOf(name, all),
    }))
    return { ...metric, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints: DataPoint<number>[] = values.map(({ labels, value }) => ({
    startTime,
    endTime,
    attributes: labelsOf(labels),
    value,
  }))
  return type === 'counter'
    ? { ...metric, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...metric, dataPointType: DataPointType.GAUGE, dataPoints }
}

const labelsOf = (labels: Value['labels']): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, String(value)]))

/** The lines of a histogram by their labels without `le`. */
function bySeries(values: readonly Value[]): { labels: Record<string, string>; all: Value[] }[] {
  const series = new Map<string, { labels: Record<string, string>; all: Value[] }>()
  for (const value of values) {
    const { le: _, ...labels } = labelsOf(value.labels)
    const key = JSON.stringify(labels)
    const one = series.get(key) ?? { labels, all: [] }
    one.all.push(value)
    series.set(key, one)
  }
  return [...series.values()]
}

/** Prometheus counts up to each boundary, OTLP between two. */
function histogramOf(name: string, lines: readonly Value[]): Histogram {
  const of = (suffix: string) => lines.filter(({ metricName }) => metricName === `${name}_${suffix}`)
  const upTo = of('bucket').map(({ value }) => value)
  const boundaries = of('bucket').flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)]))
  const counts = upTo.map((count, index) => count - (upTo[index - 1] ?? 0))
  return { buckets: { boundaries, counts }, sum: of('sum')[0]?.value ?? 0, count: of('count')[0]?.value ?? 0 }
}
