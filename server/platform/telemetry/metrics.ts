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
/** The library declares `type` as a number, but it is a string such as `counter`. */
type Metric = Omit<MetricObjectWithValues<Value>, 'type'> & { type: unknown }

/** Converts a metric of the Prometheus client to OTLP. */
function toOtlp({ name, help, type, values }: Metric, startTime: HrTime, endTime: HrTime): MetricData {
  const metric = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram') {
    const dataPoints = bySeries(values).map(({ labels, samples }) => ({
      startTime,
      endTime,
      attributes: labels,
      value: histogramOf(name, samples),
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

/** Samples of a histogram, grouped by their labels without `le`. */
function bySeries(values: readonly Value[]): { labels: Record<string, string>; samples: Value[] }[] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labelsOf(labels)))
  return [...series].map(([labels, samples]) => ({ labels: JSON.parse(labels), samples }))
}

/** Prometheus counts all values up to a boundary, OTLP those between two boundaries. */
function histogramOf(name: string, samples: readonly Value[]): Histogram {
  const of = (suffix: string) => samples.filter(({ metricName }) => metricName === `${name}_${suffix}`)
  const upTo = of('bucket').map(({ value }) => value)
  const boundaries = of('bucket').flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)]))
  const counts = upTo.map((count, index) => count - (upTo[index - 1] ?? 0))
  return { buckets: { boundaries, counts }, sum: of('sum')[0]?.value ?? 0, count: of('count')[0]?.value ?? 0 }
}
